/// The options of custom pooling operators: padding, strides, the window and the activation.
///
/// - Source: `TfLitePoolParams` of TensorFlow Lite, whose fields have 32 bits each.
struct PoolingWindow: Hashable {
    let isPadded: Bool
    let strideX, strideY: Int
    let width, height: Int
    /// The range to which the activation function limits the values.
    let range: ClosedRange<Float>

    /// The largest stride, window extent and image extent that is accepted.
    private static let limit = 1 << 14

    /// Reads the options of a node whose first input is `[N, H, W, C]`.
    init(_ node: CustomNode) throws(CustomOperatorError) {
        var numbers: [Int] = []
        for position in 1...4 {
            guard let number = node.int32(at: position), (1...Self.limit).contains(number) else {
                throw CustomOperatorError("its options are no strides and window")
            }
            numbers.append(number)
        }
        (strideX, strideY, width, height) = (numbers[0], numbers[1], numbers[2], numbers[3])
        guard let padding = node.int32(at: 0), padding == 1 || padding == 2 else {
            throw CustomOperatorError("its options have no padding")
        }
        isPadded = padding == 1
        switch node.int32(at: 5) ?? 0 {
        case 0: range = -.infinity ... .infinity
        case 1: range = 0 ... .infinity
        case 2: range = -1...1
        case 3: range = 0...6
        case let code: throw CustomOperatorError("its activation \(code) is not known")
        }
    }

    /// Returns the shape after pooling an input of four dimensions, images outermost.
    func pooledShape(of input: [Int]) throws(CustomOperatorError) -> [Int] {
        try Self.checked(input)
        let height = isPadded ? input[1] + strideY - 1 : input[1] - self.height + strideY
        let width = isPadded ? input[2] + strideX - 1 : input[2] - self.width + strideX
        return try Self.checked([input[0], height / strideY, width / strideX, input[3]])
    }

    /// Returns the shape after unpooling an input of four dimensions, images outermost.
    ///
    /// MediaPipe's operator writes one whole window for each place of the input, whatever the
    /// padding.
    func unpooledShape(of input: [Int], isMediaPipes: Bool) throws(CustomOperatorError) -> [Int] {
        try Self.checked(input)
        if isMediaPipes {
            return try Self.checked([input[0], input[1] * height, input[2] * width, input[3]])
        }
        let rows = isPadded ? input[1] * strideY : (input[1] - 1) * strideY + height
        let columns = isPadded ? input[2] * strideX : (input[2] - 1) * strideX + width
        return try Self.checked([input[0], rows, columns, input[3]])
    }

    /// Returns how many rows above and columns left of the larger image the first window begins.
    func cut(of large: [Int], to small: [Int]) -> (top: Int, left: Int) {
        let rows = (small[1] - 1) * strideY + height - large[1]
        let columns = (small[2] - 1) * strideX + width - large[2]
        return (max(0, rows) / 2, max(0, columns) / 2)
    }

    @discardableResult
    private static func checked(_ shape: [Int]) throws(CustomOperatorError) -> [Int] {
        guard shape.count == 4, shape.allSatisfy((1...limit).contains) else {
            throw CustomOperatorError("the shape \(shape) is not possible")
        }
        return shape
    }
}
