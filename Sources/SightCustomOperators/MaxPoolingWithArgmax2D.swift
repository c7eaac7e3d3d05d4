/// A maximum pooling that also returns the position of each maximum in its window.
///
/// Input: `[N, H, W, C]`, `float32`. Outputs: the maxima and the indices, both `[N, height, width,
/// C]`, `float32`. An index is `row · width of the window + column + 0.1`, so that it stays above
/// the integer; ``MaxUnpooling2D`` reads it. Options: padding (1 same, 2 valid), stride across,
/// stride down, width and height of the window, activation, each of 32 bits.
///
/// - Source: MediaPipe's custom operator `MaxPoolingWithArgmax2D`.
public struct MaxPoolingWithArgmax2D: CustomOperator {
    /// The name in the model file.
    public static let name = "MaxPoolingWithArgmax2D"

    /// The shapes of the maxima and of the indices, both `[N, height, width, C]`.
    public let outputShapes: [[Int]]
    private let input: [Int]
    private let window: PoolingWindow

    /// Checks a node.
    ///
    /// - Throws: ``CustomOperatorError`` for shapes or options that do not fit each other.
    public init(_ node: CustomNode) throws(CustomOperatorError) {
        guard node.inputs.count == 1, node.outputTypes == [.float32, .float32],
            node.inputs[0].elementType == .float32, node.inputs[0].constant == nil
        else {
            throw CustomOperatorError("it needs one float32 input and two float32 outputs")
        }
        input = node.inputs[0].shape
        window = try PoolingWindow(node)
        let shape = try window.pooledShape(of: input)
        outputShapes = [shape, shape]
    }

    /// Computes the maxima and their indices; of equal elements the first one is the maximum.
    ///
    /// - Throws: ``CustomOperatorError`` if an input has another element type than the node stated.
    public func run(_ inputs: [CustomTensor]) throws(CustomOperatorError) -> [CustomTensor] {
        let values = try inputs[0].floats()
        let shape = outputShapes[0]
        var (maxima, indices): ([Float], [Float]) = ([], [])
        for image in 0..<shape[0] {
            for row in 0..<shape[1] {
                for column in 0..<shape[2] {
                    for channel in 0..<shape[3] {
                        let found = maximum(
                            of: values, image: image, row: row, column: column, channel: channel)
                        maxima.append(
                            min(max(found.value, window.range.lowerBound), window.range.upperBound))
                        indices.append(Float(found.index) + 0.1)
                    }
                }
            }
        }
        return [.float32(maxima), .float32(indices)]
    }

    private func maximum(
        of values: [Float], image: Int, row: Int, column: Int, channel: Int
    ) -> (value: Float, index: Int) {
        let cut = window.cut(of: input, to: outputShapes[0])
        let (top, left) = (row * window.strideY - cut.top, column * window.strideX - cut.left)
        var best = (value: -Float.greatestFiniteMagnitude, index: 0)
        for y in max(0, top)..<min(input[1], top + window.height) {
            for x in max(0, left)..<min(input[2], left + window.width) {
                let value = values[((image * input[1] + y) * input[2] + x) * input[3] + channel]
                if value > best.value {
                    best = (value, (y - top) * window.width + x - left)
                }
            }
        }
        return best
    }
}
