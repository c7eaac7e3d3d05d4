import Sight
import Testing

@Suite struct CustomPoolingTests {
    /// Options of pooling: padding, strides, window, activation.
    private func options(_ numbers: Int32...) -> [UInt8] {
        numbers.flatMap { number in (0..<4).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) } }
    }

    private func floats(_ tensor: CustomTensor) throws -> [Float] { try tensor.floats() }

    /// The outputs for 2 × 2 windows of a 4 × 4 image are the maxima and their positions.
    @Test func maximaKnowTheirPlaces() throws {
        let node = CustomNode(
            options: options(2, 2, 2, 2, 2, 0), inputs: [.init(shape: [1, 4, 4, 1])],
            outputTypes: [.float32, .float32])
        let pooling = try MaxPoolingWithArgmax2D(node)
        #expect(pooling.outputShapes == [[1, 2, 2, 1], [1, 2, 2, 1]])
        let results = try pooling.run([
            .float32([1, 9, 0, 0, 2, 3, 0, -1, -5, -6, 7, 7, -7, -4, 7, 8])
        ])
        #expect(results[0] == .float32([9, 0, -4, 8]))
        #expect(results[1] == .float32([1.1, 0.1, 3.1, 3.1]))
    }

    /// With SAME padding, 3 × 3 windows at stride 2 over a 3 × 3 image begin one pixel outside it.
    @Test func paddingIsNoMaximum() throws {
        let node = CustomNode(
            options: options(1, 2, 2, 3, 3, 3), inputs: [.init(shape: [1, 3, 3, 1])],
            outputTypes: [.float32, .float32])
        let results = try MaxPoolingWithArgmax2D(node).run([
            .float32([-1, -2, -3, -4, -5, -6, 7, 3, 2])
        ])
        #expect(results[0] == .float32([0, 0, 6, 3]))
        #expect(results[1] == .float32([4.1, 3.1, 4.1, 3.1]))
    }

    /// MediaPipe's unpooling inverts its pooling.
    @Test func unpoolingUndoesPooling() throws {
        let pooling = try MaxPoolingWithArgmax2D(
            CustomNode(
                options: options(1, 2, 2, 2, 2, 0), inputs: [.init(shape: [2, 2, 4, 2])],
                outputTypes: [.float32, .float32]))
        let values = (0..<32).map { Float(($0 * 7) % 32 + 1) }
        let pooled = try pooling.run([.float32(values)])
        let shape = pooling.outputShapes[0]
        let unpooling = try MaxUnpooling2D(
            CustomNode(
                options: options(1, 2, 2, 2, 2, 0),
                inputs: [.init(shape: shape), .init(shape: shape)]))
        #expect(unpooling.outputShapes == [[2, 2, 4, 2]])
        let restored = try floats(try unpooling.run(pooled)[0])
        let maxima = try floats(pooled[0])
        #expect(restored.filter { $0 != 0 }.sorted() == maxima.sorted())
        #expect(zip(restored, values).allSatisfy { $0 == 0 || $0 == $1 })
    }

    /// LiteRT's indices count rows, columns and channels of an image of the output.
    @Test func integersCountTheImage() throws {
        let input = CustomNode.Input(shape: [2, 1, 2, 2])
        let indices = CustomNode.Input(shape: [2, 1, 2, 2], elementType: .int32)
        let unpooling = try MaxUnpooling2D(
            CustomNode(options: options(2, 3, 2, 2, 2, 0), inputs: [input, indices]))
        #expect(unpooling.outputShapes == [[2, 2, 5, 2]])
        let result = try unpooling.run([
            .float32([1, 2, 3, 4, 5, 6, 7, 8]), .int32([0, 13, 6, 19, 2, 3, 20, -1]),
        ])
        var expected = [Float](repeating: 0, count: 40)
        for (place, value) in [(0, 1), (13, 2), (6, 3), (19, 4), (22, 5), (23, 6)] {
            expected[place] = Float(value)
        }
        #expect(result == [.float32(expected)])
    }

    @Test(arguments: [Float.nan, .infinity, -1, 1e30, 4, 1e9])
    func indicesOutsideWriteNothing(_ index: Float) throws {
        let unpooling = try MaxUnpooling2D(
            CustomNode(
                options: options(1, 2, 2, 2, 2, 0),
                inputs: [.init(shape: [1, 1, 1, 1]), .init(shape: [1, 1, 1, 1])]))
        #expect(
            try unpooling.run([.float32([5]), .float32([index])])
                == [.float32([0, 0, 0, 0])])
    }

    @Test(arguments: [
        [Int32](), [3, 2, 2, 2, 2, 0], [1, 0, 2, 2, 2, 0], [1, 2, 2, 1 << 20, 2, 0],
        [1, 2, 2, 2, 2, 9], [2, 1, 1, 8, 1, 0],
    ])
    func brokenOptionsAreRefused(_ numbers: [Int32]) {
        let bytes = numbers.flatMap { options($0) }
        #expect(throws: CustomOperatorError.self) {
            try MaxPoolingWithArgmax2D(
                CustomNode(
                    options: bytes, inputs: [.init(shape: [1, 4, 4, 1])],
                    outputTypes: [.float32, .float32]))
        }
    }

    @Test func anotherTypeIsNamed() {
        #expect(throws: CustomOperatorError("a tensor is int32, float32 is needed")) {
            try CustomTensor.int32([1]).floats()
        }
        #expect(throws: CustomOperatorError("a tensor is bool, integers are needed")) {
            try CustomTensor.bool([true]).integers()
        }
        #expect(throws: Never.self) { try CustomTensor.uint8([200]).integers() }
    }
}
