/// Writes each element to the place that a maximum pooling took it from, and 0 elsewhere.
///
/// Inputs: elements `[N, H, W, C]`, `float32`, and as many indices. MediaPipe's indices are
/// `float32` and count the places of the window, `row · width + column`. LiteRT's are `int32` and
/// count the elements of an image of the output, `(row · W + column) · C + channel`. An index
/// outside the output writes nothing. Options: padding (1 same, 2 valid), stride across, stride
/// down, width and height of the window, each of 32 bits.
///
/// - Source: MediaPipe's custom operator `MaxUnpooling2D`, LiteRT's `LiteRtMaxUnpooling2D`.
public struct MaxUnpooling2D: CustomOperator {
    /// The name in the model file.
    public static let name = "MaxUnpooling2D"

    /// The shape of the output, `[N, height, width, C]`.
    public let outputShapes: [[Int]]
    private let input: [Int]
    private let window: PoolingWindow
    /// Whether the indices count the places of the window, as MediaPipe's do.
    private let countsWindow: Bool

    /// Checks a node.
    ///
    /// - Throws: ``CustomOperatorError`` for shapes or options that do not fit each other.
    public init(_ node: CustomNode) throws(CustomOperatorError) {
        guard node.inputs.count == 2, node.outputTypes == [.float32],
            node.inputs.allSatisfy({ $0.constant == nil }),
            node.inputs[0].elementType == .float32, node.inputs[1].elementType != .bool,
            node.inputs[0].shape.count == 4, node.inputs[0].shape == node.inputs[1].shape
        else {
            throw CustomOperatorError("it needs a float32 input [N, H, W, C] and as many indices")
        }
        input = node.inputs[0].shape
        countsWindow = node.inputs[1].elementType == .float32
        window = try PoolingWindow(node)
        outputShapes = [try window.unpooledShape(of: input, isMediaPipes: countsWindow)]
    }

    /// Writes the elements in order; of two elements with the same place the later one stays.
    ///
    /// - Throws: ``CustomOperatorError`` if an input has another element type than the node stated.
    public func run(_ inputs: [CustomTensor]) throws(CustomOperatorError) -> [CustomTensor] {
        let values = try inputs[0].floats()
        let places = countsWindow ? try windowPlaces(inputs[1]) : try inputs[1].integers()
        let shape = outputShapes[0]
        let imageCount = shape[1] * shape[2] * shape[3]
        var output = [Float](repeating: 0, count: shape[0] * imageCount)
        let inputCount = input[1] * input[2] * input[3]
        for (index, value) in values.enumerated() {
            let place = places[index]
            guard place >= 0, place < imageCount else { continue }
            output[index / inputCount * imageCount + place] = value
        }
        return [.float32(output)]
    }

    /// Converts indices of the window to indices of an image of the output; -1 for those outside.
    private func windowPlaces(_ indices: CustomTensor) throws(CustomOperatorError) -> [Int] {
        let (height, width, channels) = (outputShapes[0][1], outputShapes[0][2], input[3])
        let cut = window.cut(of: outputShapes[0], to: input)
        var places: [Int] = []
        for (index, number) in try indices.floats().enumerated() {
            guard number >= 0, let place = Int32(exactly: number.rounded(.towardZero)) else {
                places.append(-1)
                continue
            }
            let (down, across) = Int(place).quotientAndRemainder(dividingBy: window.width)
            let x = index / channels % input[2] * window.strideX - cut.left + across
            let y = index / channels / input[2] % input[1] * window.strideY - cut.top + down
            let isInside = x >= 0 && x < width && y >= 0 && y < height
            places.append(isInside ? (y * width + x) * channels + index % channels : -1)
        }
        return places
    }
}
