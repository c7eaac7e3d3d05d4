import Foundation
public import SightGeometry
public import SightTracking

/// The rule that turns a detection into the region in which a model of one body, hand or face
/// looks for its points.
///
/// MediaPipe's landmark models expect upright hands, faces and bodies of a certain size. The key
/// points of MediaPipe's detectors say how each of them is turned, so the region is turned with
/// it. Regions are squares in upright pixels of the whole image, and may reach beyond it.
///
/// ```swift
/// for palm in try palms.detections(in: image) {
///     let region = KeypointRegionRule(for: palm).region(of: palm)
///     let hands = try landmarks.keypoints(in: image, region: region)
/// }
/// ```
///
/// - Source: MediaPipe, `hand_detector_graph.cc`, `face_detector_graph.cc`,
///   `pose_detector_graph.cc`, `alignment_points_to_rects_calculator.cc` and
///   `rect_transformation_calculator.cc` (key points, target angles, scales and shifts).
public enum KeypointRegionRule: Hashable, Sendable, CaseIterable {
    /// A hand by its palm's seven points: turned so that the knuckle of the middle finger (2) is
    /// above the wrist (0), and moved toward it by half of the box's height.
    case hand
    /// A face by its six points: turned so that both eyes (0 and 1) have the same height.
    case face
    /// A body by its four points: around the middle of the hips (0), turned so that the next point
    /// (1), which lies on the circle around the whole body, is above it.
    case body
    /// Any other detection: a square around the box, without a turn.
    case box

    /// Chooses the rule of a detector by the number of its key points: 7 are those of a palm, 6 of
    /// a face, 4 of a body.
    public init(pointCount: Int) {
        switch pointCount {
        case 7: self = .hand
        case 6: self = .face
        case 4: self = .body
        default: self = .box
        }
    }

    /// Chooses the rule by the number of a detection's key points.
    public init(for detection: Detection) {
        self.init(pointCount: detection.keypoints.count)
    }

    /// The side of the region, in longer sides of the box; for bodies, in diameters of the circle
    /// around the body.
    public var scale: Float {
        switch self {
        case .hand: 2.6
        case .face, .box: 1.5
        case .body: 1.25
        }
    }

    /// Returns the region of a detection in upright pixels.
    ///
    /// A detection that lacks this rule's points, or whose points are not finite, gets the region
    /// of ``box``, and so does a body whose two points coincide or are too far apart for a `Float`.
    /// A hand or face whose two points coincide is not turned.
    ///
    /// - Parameters:
    ///   - detection: the detection of a palm, a face or a body.
    ///   - scale: the side of the region in the unit of ``scale``; ``scale`` when `nil`.
    /// - Returns: a square; it is empty only for an empty box or a scale that is not above 0.
    public func region(of detection: Detection, scale: Float? = nil) -> RotatedRect<Upright> {
        let box = detection.box
        var (center, extent, angle) = (box.center, max(box.width, box.height), Float(0))
        if self != .box {
            guard let (start, end) = pair(detection.keypoints) else {
                return Self.box.region(of: detection, scale: scale)
            }
            let (x, y) = (end.x - start.x, end.y - start.y)
            if start != end {
                // The angle of a level line is that of its direction; up lies a quarter before it.
                angle = self == .face ? atan2(y, x) : atan2(x, -y)
            }
            if self == .hand {
                center.x += box.height / 2 * sin(angle)
                center.y -= box.height / 2 * cos(angle)
            }
            if self == .body {
                (center, extent) = (start, 2 * (x * x + y * y).squareRoot())
            }
        }
        let side = (scale ?? self.scale) * extent
        return RotatedRect(
            center: center, size: Upright.Size(width: side, height: side), angle: angle)
    }

    /// Returns the two points of the rule; `nil` without them, if they are not finite, or if the
    /// region would have no size.
    private func pair(_ points: [Upright.Point]) -> (Upright.Point, Upright.Point)? {
        let second = self == .hand ? 2 : 1
        guard points.count > second else { return nil }
        let (start, end) = (points[0], points[second])
        guard [start.x, start.y, end.x, end.y].allSatisfy(\.isFinite) else { return nil }
        let (x, y) = (end.x - start.x, end.y - start.y)
        let length = (x * x + y * y).squareRoot()
        return self != .body || (length > 0 && length.isFinite) ? (start, end) : nil
    }
}
