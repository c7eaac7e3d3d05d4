/// MediaPipe's transposed convolution with a bias, which its models of selfies and hair use.
///
/// Inputs: `[N, H, W, I]`, constant weights `[O, height, width, I]`, constant bias `[O]`. Options:
/// padding (1 same, 2 valid), stride across, stride down, each of 32 bits.
///
/// A model's nodes run in the engine, which computes the same, except for rounding, but many times
/// faster.
///
/// - Source: MediaPipe's custom operator `Convolution2DTransposeBias`.
public struct Convolution2DTransposeBias: CustomOperator {
    /// The name in the model file.
    public static let name = "Convolution2DTransposeBias"

    /// The shape of the output, `[N, height, width, O]`.
    public let outputShapes: [[Int]]
    private let input: [Int]
    private let filter: [Int]
    private let weights: [Float]
    private let bias: [Float]
    private let strideX, strideY: Int
    /// The columns and rows that the padding cuts off at the left and at the top.
    private let cutX, cutY: Int

    /// The largest stride, filter extent and output extent that the operator accepts.
    private static let limit = 1 << 14

    /// Checks a node.
    ///
    /// - Throws: ``CustomOperatorError`` for shapes or options that do not fit each other.
    public init(_ node: CustomNode) throws(CustomOperatorError) {
        guard node.inputs.count == 3, node.outputTypes == [.float32],
            node.inputs[0].elementType == .float32,
            case .float32(let weights) = node.inputs[1].constant,
            case .float32(let bias) = node.inputs[2].constant
        else {
            throw CustomOperatorError(
                "it needs an input, constant weights and a constant bias, all of them float32")
        }
        (input, filter) = (node.inputs[0].shape, node.inputs[1].shape)
        (self.weights, self.bias) = (weights, bias)
        guard input.count == 4, filter.count == 4, input[3] == filter[3],
            node.inputs[2].shape == [filter[0]], (input + filter).allSatisfy({ $0 > 0 })
        else {
            throw CustomOperatorError(
                "input \(input), weights \(filter) and bias \(node.inputs[2].shape) do not fit")
        }
        let limits = 1...Self.limit
        guard let padding = node.int32(at: 0), let x = node.int32(at: 1),
            let y = node.int32(at: 2), limits.contains(x), limits.contains(y),
            padding == 1 || padding == 2, (input + filter).allSatisfy(limits.contains)
        else { throw CustomOperatorError("its options are no padding and two strides") }
        (strideX, strideY) = (x, y)
        let same = padding == 1
        let padY = same ? max(0, filter[1] - (input[1] - 1) % y - 1) : 0
        let padX = same ? max(0, filter[2] - (input[2] - 1) % x - 1) : 0
        (cutX, cutY) = (padX / 2, padY / 2)
        let height = y * (input[1] - 1) + filter[1] - padY
        let width = x * (input[2] - 1) + filter[2] - padX
        guard limits.contains(height), limits.contains(width) else {
            throw CustomOperatorError("its output would be \(width)×\(height)")
        }
        outputShapes = [[input[0], height, width, filter[0]]]
    }

    /// Adds each input element, times the weights, to the places of the output that it reaches.
    ///
    /// - Throws: ``CustomOperatorError`` if an input has another element type than the node stated.
    public func run(_ inputs: [CustomTensor]) throws(CustomOperatorError) -> [CustomTensor] {
        let values = try inputs[0].floats()
        let shape = outputShapes[0]
        var output: [Float] = []
        output.reserveCapacity(shape.reduce(1, *))
        for _ in 0..<(shape[0] * shape[1] * shape[2]) { output += bias }
        for image in 0..<input[0] {
            for y in 0..<input[1] {
                for x in 0..<input[2] {
                    let source = ((image * input[1] + y) * input[2] + x) * input[3]
                    spread(values, from: source, image: image, x: x, y: y, into: &output)
                }
            }
        }
        return [.float32(output)]
    }

    private func spread(
        _ values: [Float], from source: Int, image: Int, x: Int, y: Int, into output: inout [Float]
    ) {
        let (height, width, channels) = (outputShapes[0][1], outputShapes[0][2], filter[0])
        for row in 0..<filter[1] {
            let toY = y * strideY - cutY + row
            guard toY >= 0, toY < height else { continue }
            for column in 0..<filter[2] {
                let toX = x * strideX - cutX + column
                guard toX >= 0, toX < width else { continue }
                let target = ((image * height + toY) * width + toX) * channels
                for channel in 0..<channels {
                    let weight = ((channel * filter[1] + row) * filter[2] + column) * filter[3]
                    var sum: Float = 0
                    for index in 0..<input[3] {
                        sum += values[source + index] * weights[weight + index]
                    }
                    output[target + channel] += sum
                }
            }
        }
    }
}
