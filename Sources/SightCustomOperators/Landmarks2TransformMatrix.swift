import Foundation
import SightModelFile

/// The matrix that maps the pixels of an upright crop around landmarks to the coordinates of the
/// landmarks.
///
/// Input: landmarks `[1, L, 3]` as x, y, z, `float32`, in pixels of the tensor to crop. Output: the
/// matrix `[1, 4, 4]`, row by row, for ``TransformTensorBilinear`` and ``TransformLandmarks``. The
/// crop is the rectangle around the landmarks of the subset, times a scale, after a rotation that
/// makes the line between two landmarks level. Options, a FlexBuffer map: `left_rotation_idx` and
/// `right_rotation_idx`, the two landmarks; `target_rotation_radians`, the angle that the line
/// gets, 0 if absent; `subset_idxs`, the landmarks to surround; `output_width` and `output_height`,
/// the pixels of the crop; `scale_x` and `scale_y`.
///
/// - Source: version 2 of MediaPipe's custom operator `Landmarks2TransformMatrix`.
public struct Landmarks2TransformMatrix: CustomOperator {
    /// The name in the model file.
    public static let name = "Landmarks2TransformMatrix"

    /// The shape of the matrix.
    public var outputShapes: [[Int]] { [[1, 4, 4]] }

    private let left, right: Int
    private let subset: [Int]
    private let angle: Float
    /// How many times wider and higher the crop is than the rectangle around the subset.
    private let scale: SIMD2<Float>
    /// The width and the height of the crop in its own pixels.
    private let crop: SIMD2<Float>

    /// Checks a node.
    ///
    /// - Throws: ``CustomOperatorError`` for shapes or options that do not fit each other.
    public init(_ node: CustomNode) throws(CustomOperatorError) {
        guard node.inputs.count == 1, node.outputTypes == [.float32] else {
            throw CustomOperatorError("it needs one input and one float32 output")
        }
        let shape = try node.floatShape(of: 0, rank: 3)
        guard shape[0] == 1, shape[2] == 3 else {
            throw CustomOperatorError("its landmarks are \(shape), expected [1, any number, 3]")
        }
        let options = try node.flexOptions()
        (left, right) = (options.int("left_rotation_idx"), options.int("right_rotation_idx"))
        subset = options.ints("subset_idxs")
        for index in [left, right] + subset where !(0..<shape[1]).contains(index) {
            throw CustomOperatorError("its options name landmark \(index) of \(shape[1])")
        }
        guard !subset.isEmpty else { throw CustomOperatorError("its subset of landmarks is empty") }
        angle = options.float("target_rotation_radians")
        scale = [options.float("scale_x"), options.float("scale_y")]
        crop = [options.float("output_width"), options.float("output_height")]
        for value in [scale.x, scale.y, crop.x, crop.y] where !(value > 0 && value.isFinite) {
            throw CustomOperatorError("a scale or an extent is \(value), expected above 0")
        }
    }

    /// Computes the matrix: a shift of the crop's center to the origin, then the scale, the
    /// rotation, and a shift to the center of the landmarks.
    ///
    /// - Throws: ``CustomOperatorError`` if an input has another element type than the node stated.
    public func run(_ inputs: [CustomTensor]) throws(CustomOperatorError) -> [CustomTensor] {
        let values = try inputs[0].floats()
        let point = { (index: Int) in SIMD2(values[3 * index], values[3 * index + 1]) }
        let line = point(right) - point(left)
        let rotation = angle - atan2(line.y, line.x)
        let upright = subset.map { Self.turn(point($0), by: rotation) }
        let (least, greatest) = upright.dropFirst().reduce((upright[0], upright[0])) {
            (pointwiseMin($0.0, $1), pointwiseMax($0.1, $1))
        }
        let center = Self.turn((least + greatest) / 2, by: -rotation)
        let pixel = scale * (greatest - least) / crop
        let (across, down) = (
            Self.turn([pixel.x, 0], by: -rotation), Self.turn([0, pixel.y], by: -rotation)
        )
        let corner = center - across * (crop.x / 2) - down * (crop.y / 2)
        return [
            .float32([
                across.x, down.x, 0, corner.x,
                across.y, down.y, 0, corner.y,
                0, 0, 1, 0,
                0, 0, 0, 1,
            ])
        ]
    }

    private static func turn(_ point: SIMD2<Float>, by angle: Float) -> SIMD2<Float> {
        let (cosine, sine) = (cos(angle), sin(angle))
        return [cosine * point.x - sine * point.y, sine * point.x + cosine * point.y]
    }
}
