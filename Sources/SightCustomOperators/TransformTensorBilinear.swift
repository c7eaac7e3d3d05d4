import SightModelFile

/// A crop of a tensor along the axes of a matrix, with bilinear interpolation.
///
/// Inputs: values `[1, H, W, C]` and a matrix `[1, 4, 4]`, both `float32`. Output:
/// `[1, output_height, output_width, C]`. The matrix maps the corners of the output's pixels to
/// those of the input's; the pixel (x, y) covers x to x + 1 and y to y + 1. A pixel whose center is
/// outside the centers of the input becomes 0. Options, a FlexBuffer map: `output_height` and
/// `output_width`.
///
/// - Source: version 2 of MediaPipe's custom operator `TransformTensorBilinear`.
public struct TransformTensorBilinear: CustomOperator {
    /// The name in the model file.
    public static let name = "TransformTensorBilinear"

    /// The shape of the crop.
    public let outputShapes: [[Int]]
    private let input: [Int]

    /// The largest extent of an output.
    private static let limit = 1 << 14

    /// Checks a node.
    ///
    /// - Throws: ``CustomOperatorError`` for shapes or options that do not fit each other.
    public init(_ node: CustomNode) throws(CustomOperatorError) {
        guard node.inputs.count == 2, node.outputTypes == [.float32] else {
            throw CustomOperatorError("it needs two inputs and one float32 output")
        }
        input = try node.floatShape(of: 0, rank: 4)
        guard input[0] == 1, try node.floatShape(of: 1, rank: 3) == [1, 4, 4] else {
            throw CustomOperatorError(
                "its inputs are \(node.inputs.map(\.shape)), expected one image and a matrix "
                    + "[1, 4, 4]"
            )
        }
        let options = try node.flexOptions()
        let (height, width) = (options.int("output_height"), options.int("output_width"))
        guard (1...Self.limit).contains(height), (1...Self.limit).contains(width) else {
            throw CustomOperatorError("its output would be \(width) × \(height)")
        }
        outputShapes = [[1, height, width, input[3]]]
    }

    /// Computes the crop.
    ///
    /// - Throws: ``CustomOperatorError`` if an input has another element type than the node stated.
    public func run(_ inputs: [CustomTensor]) throws(CustomOperatorError) -> [CustomTensor] {
        let (values, matrix) = (try inputs[0].floats(), try inputs[1].floats())
        let across = SIMD2(matrix[0], matrix[4]), down = SIMD2(matrix[1], matrix[5])
        let shift = SIMD2(matrix[3], matrix[7])
        // The matrix maps corners, and the loop below maps centers.
        let first = shift + across * 0.5 + down * 0.5 - 0.5
        let (height, width) = (outputShapes[0][1], outputShapes[0][2])
        var output: [Float] = []
        output.reserveCapacity(height * width * input[3])
        for y in 0..<height {
            for x in 0..<width {
                append(to: &output, values, at: across * Float(x) + down * Float(y) + first)
            }
        }
        return [.float32(output)]
    }

    /// Appends the channels at a point of the input.
    private func append(to output: inout [Float], _ values: [Float], at point: SIMD2<Float>) {
        let (height, width, channels) = (input[1], input[2], input[3])
        // NaN is in no range.
        guard (0...Float(width - 1)).contains(point.x), (0...Float(height - 1)).contains(point.y)
        else { return output.append(contentsOf: repeatElement(0, count: channels)) }
        let (x, y) = (Int(point.x), Int(point.y))
        let part = point - SIMD2(Float(x), Float(y))
        // The neighbors past the last ones have the weight 0.
        let right = min(x + 1, width - 1), lower = min(y + 1, height - 1)
        let corners = [(y, x), (y, right), (lower, x), (lower, right)].map {
            ($0.0 * width + $0.1) * channels
        }
        for channel in 0..<channels {
            let (a, b) = (values[corners[0] + channel], values[corners[1] + channel])
            let (c, d) = (values[corners[2] + channel], values[corners[3] + channel])
            let upper = (1 - part.x) * a + part.x * b
            output.append(part.y * ((1 - part.x) * c + part.x * d) + (1 - part.y) * upper)
        }
    }
}
