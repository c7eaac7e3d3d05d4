import Sight
import Testing

/// MediaPipe's operators that crop around landmarks, and that transform landmarks of the crop back.
@Suite struct CustomLandmarkTests {
    /// `left_rotation_idx` 0, `right_rotation_idx` 1, `subset_idxs` 0 to 3, `output_width` 4, `output_height`
    /// 2, `scale_x` 2 and `scale_y` 1, as the library of FlexBuffers writes them.
    private static let options = """
        6c6566745f726f746174696f6e5f696478006f75747075745f686569676874006f75747075745f7769647468007269676874\
        5f726f746174696f6e5f696478007363616c655f78007363616c655f79007375627365745f69647873000400010203076251\
        4438261f180000000a000000010000000700000000000000020000000400000001000000000000400000803f330000000606\
        06060e0e2c232601
        """

    /// The same options; the list holds the type of each number.
    private static let mixed = """
        6c6566745f726f746174696f6e5f696478006f75747075745f686569676874006f75747075745f7769647468007269676874\
        5f726f746174696f6e5f696478007363616c655f78007363616c655f79007375627365745f69647873000400010203040404\
        04076655483c2a231c0000000a000000010000000700000000000000020000000400000001000000000000400000803f3700\
        0000060606060e0e28232601
        """

    /// `output_height` 2 and `output_width` 3.
    private static let extents = """
        6f75747075745f686569676874006f75747075745f776964746800021c0f02010202030404042401
        """

    private func bytes(_ hexadecimal: String) -> [UInt8] {
        let digits = hexadecimal.compactMap { $0.hexDigitValue }
        return stride(from: 0, to: digits.count, by: 2).map {
            UInt8(16 * digits[$0] + digits[$0 + 1])
        }
    }

    /// A rectangle of 4 × 2, level and turned by a right angle.
    @Test(
        arguments: [
            ([0, 0, 4, 0, 4, 2, 0, 2], [2, 0, 0, -2, 0, 1, 0, 0]),
            ([0, 0, 0, 4, -2, 4, -2, 0], [0, -1, 0, 0, 2, 0, 0, -2]),
        ] as [([Float], [Float])], [options, mixed])
    func matrixSurroundsLandmarks(_ rectangle: (points: [Float], rows: [Float]), options: String)
        throws
    {
        let points = stride(from: 0, to: 8, by: 2).flatMap { (place: Int) -> [Float] in
            [rectangle.points[place], rectangle.points[place + 1], 9]
        }
        let node = CustomNode(options: bytes(options), inputs: [.init(shape: [1, 4, 3])])
        let matrix = try Landmarks2TransformMatrix(node).run([.float32(points)])[0].floats()
        let expected = rectangle.rows + [0, 0, 1, 0, 0, 0, 0, 1]
        #expect(zip(matrix, expected).allSatisfy { abs($0 - $1) < 1e-5 } && matrix.count == 16)
    }

    /// Landmarks that the options name must exist, and lists must end inside the options.
    @Test func optionsAreChecked() {
        func make(_ options: [UInt8], landmarks: Int) throws(CustomOperatorError) {
            _ = try Landmarks2TransformMatrix(
                CustomNode(options: options, inputs: [.init(shape: [1, landmarks, 3])]))
        }
        #expect(throws: CustomOperatorError.self) { try make(bytes(Self.options), landmarks: 3) }
        #expect(throws: CustomOperatorError.self) { try make([], landmarks: 4) }
        for position in bytes(Self.options).indices {
            for value in [0, 0x7F, 0xFF] as [UInt8] {
                var damaged = bytes(Self.options)
                damaged[position] = value
                try? make(damaged, landmarks: 4)
            }
        }
    }

    /// Pixel (x, y) of the output is read at 2 x + ½, y + ¼ of the input; what is outside is 0.
    @Test func cropInterpolates() throws {
        let node = CustomNode(
            options: bytes(Self.extents),
            inputs: [.init(shape: [1, 3, 4, 2]), .init(shape: [1, 4, 4])])
        let crop = try TransformTensorBilinear(node)
        #expect(crop.outputShapes == [[1, 2, 3, 2]])
        // Values of both channels grow by 1 to the right and by 10 downward.
        let image = (0..<12).flatMap { (place: Int) -> [Float] in
            [Float(10 * (place / 4) + place % 4), 100]
        }
        let matrix: [Float] = [2, 0, 0, 0, 0, 1, 0, 0.25, 0, 0, 1, 0, 0, 0, 0, 1]
        let result = try crop.run([.float32(image), .float32(matrix)])[0]
        #expect(
            result == .float32([3, 100, 5, 100, 0, 0, 13, 100, 15, 100, 0, 0]))
    }

    /// A matrix that is not finite gives zeros.
    @Test func cropSurvivesNaN() throws {
        let node = CustomNode(
            options: bytes(Self.extents),
            inputs: [.init(shape: [1, 1, 1, 1]), .init(shape: [1, 4, 4])])
        let matrix = [Float](repeating: .nan, count: 16)
        let result = try TransformTensorBilinear(node).run([.float32([7]), .float32(matrix)])
        #expect(result == [.float32([Float](repeating: 0, count: 6))])
    }

    /// The third coordinate stays.
    @Test func landmarksAreTransformed() throws {
        let node = CustomNode(
            options: [], inputs: [.init(shape: [1, 2, 3]), .init(shape: [1, 4, 4])])
        let matrix: [Float] = [2, 1, 9, 5, 0, -1, 9, 6, 0, 0, 1, 0, 0, 0, 0, 1]
        let result = try TransformLandmarks(node).run([
            .float32([1, 2, 3, 4, 5, 6]), .float32(matrix),
        ])
        #expect(result == [.float32([9, 4, 3, 18, 1, 6])])
    }
}
