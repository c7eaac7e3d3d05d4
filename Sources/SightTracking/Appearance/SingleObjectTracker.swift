public import SightGeometry

/// A tracker that follows the object in a given box of the first frame, by its appearance.
///
/// Two correlation filters learn the object while they follow it: one finds its place, the other
/// its size. They use gradients, so changes of the light have little effect. The tracker cannot
/// find an object again after losing it; create a new tracker with a new box.
///
/// - Source: Danelljan et al., "Discriminative Scale Space Tracking", 2017.
public struct SingleObjectTracker: Sendable {
    // Chosen on eight objects of two sequences; the neighborhood of these values is flat for the
    // one that is not occluded.
    private static let padding: Float = 2.5
    private static let longSide: Float = 1.3
    private static let learningRate: Float = 0.02
    private static let smallestSharpness: Float = 4
    private static let sureSharpness: Float = 12
    private static let smallestSide: Float = 4

    private var center: SIMD2<Float>
    private var size: SIMD2<Float>
    private var placeFilter: TranslationFilter
    private var sizeFilter: ScaleFilter

    /// The certainty that the object was found in the latest frame, in 0…1; 0 if it was not.
    public private(set) var confidence: Float = 1

    /// Learns the appearance of an object.
    ///
    /// - Parameters:
    ///   - box: the box of the object, in upright pixels of the plane; it may reach beyond the
    ///     plane.
    ///   - plane: the upright pixels of the frame.
    /// - Throws: `invalidBox` if the box is empty, not finite or outside the plane.
    public init(_ box: Rect<Upright>, in plane: LuminancePlane) throws(TrackingError) {
        let inside = box.intersection(
            Rect(x: 0, y: 0, width: Float(plane.width), height: Float(plane.height)))
        guard box.isFinite, !box.isEmpty, !inside.isEmpty,
            max(box.width, box.height) <= 4 * Float(LuminancePlane.maximumSide)
        else {
            throw TrackingError(
                .invalidBox,
                "\(box.width)×\(box.height) at \(box.x), \(box.y) is not the box of an object in a "
                    + "frame of \(plane.width)×\(plane.height)")
        }
        center = Corners(box).middle
        size = pointwiseMax(Corners(box).extent, SIMD2(repeating: Self.smallestSide))
        let cell = Self.side(size) / Float(TranslationFilter.side)
        placeFilter = TranslationFilter(objectSize: size / cell)
        sizeFilter = ScaleFilter(objectSize: size)
        learn(plane, rate: 1)
    }

    /// The last known box of the object, in upright pixels of the plane.
    public var box: Rect<Upright> {
        Corners(centered: SIMD4(lowHalf: center, highHalf: size)).rectangle
    }

    /// Looks for the object in the next frame.
    ///
    /// - Returns: whether the object was found; if not, the box does not change.
    @discardableResult
    public mutating func advance(_ plane: LuminancePlane) -> Bool {
        let side = Self.side(size)
        let answer = placeFilter.locate(in: plane, center: center, side: side)
        guard answer.sharpness >= Self.smallestSharpness else {
            confidence = 0
            return false
        }
        confidence = min(1, answer.sharpness / Self.sureSharpness)
        center += answer.offset * (side / Float(TranslationFilter.side))
        size *= sizeFilter.scale(in: plane, center: center, size: size)
        keepInside(plane)
        learn(plane, rate: Self.learningRate)
        return true
    }

    /// Replaces the object's box in a frame by a better one, such as a detection's.
    mutating func place(at box: Corners, in plane: LuminancePlane) {
        center = box.middle
        size = box.extent
        keepInside(plane)
        learn(plane, rate: 5 * Self.learningRate)
    }

    /// Limits the size of the object, and moves its middle into the plane if it is outside.
    private mutating func keepInside(_ plane: LuminancePlane) {
        let extent = SIMD2(Float(plane.width), Float(plane.height))
        center = pointwiseMin(pointwiseMax(center, .zero), extent)
        size = pointwiseMin(
            pointwiseMax(size, SIMD2(repeating: Self.smallestSide)), extent * 2)
    }

    private mutating func learn(_ plane: LuminancePlane, rate: Float) {
        placeFilter.learn(from: plane, center: center, side: Self.side(size), rate: rate)
        sizeFilter.learn(from: plane, center: center, size: size, rate: rate)
    }

    /// Returns the side of the square window that is searched, in pixels.
    private static func side(_ size: SIMD2<Float>) -> Float {
        max(padding * (size.x * size.y).squareRoot(), longSide * size.max())
    }
}
