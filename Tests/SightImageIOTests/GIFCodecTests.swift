import SightImage
import SightImageIO
import Testing

@Suite struct GIFCodecTests {
    static let palette: [[UInt8]] = [[255, 0, 0], [0, 255, 0], [0, 0, 255], [9, 8, 7]]

    static func colors(_ indices: [UInt8]) -> [UInt8] { indices.flatMap { palette[Int($0)] } }

    @Test func plainFrame() throws {
        let indices: [UInt8] = (0..<300).map { UInt8($0 * 7 % 4) }
        let file = TestFiles.gif(
            canvas: (20, 15), frame: (0, 0, 20, 15), indices: indices, palette: Self.palette)
        let image = try ImageDecoder.default.decode(file)
        #expect(image.formatName == "GIF")
        #expect(image.buffer.format == .rgb8)
        #expect(image.buffer.planes[0].bytes == Self.colors(indices))
    }

    @Test func interlacedRows() throws {
        let stored: [UInt8] = [0, 1, 2, 3, 0, 1, 2, 3, 0, 1]
        let file = TestFiles.gif(
            canvas: (1, 10), frame: (0, 0, 1, 10), indices: stored, palette: Self.palette,
            isInterlaced: true)
        // Rows 0, 8; 4; 2, 6; 1, 3, 5, 7, 9.
        let upright: [UInt8] = [0, 1, 3, 2, 2, 3, 0, 0, 1, 1]
        #expect(
            try ImageDecoder.default.decode(file).buffer.planes[0].bytes == Self.colors(upright))
    }

    @Test func transparencyAndCanvas() throws {
        let file = TestFiles.gif(
            canvas: (3, 1), frame: (1, 0, 2, 1), indices: [0, 1], palette: Self.palette,
            transparent: 1)
        let buffer = try ImageDecoder.default.decode(file).buffer
        #expect(buffer.format == .rgba8)
        #expect(buffer.planes[0].bytes == [0, 0, 0, 0, 255, 0, 0, 255, 0, 255, 0, 0])
    }

    @Test func growsASmallCanvas() throws {
        let file = TestFiles.gif(
            canvas: (1, 1), frame: (0, 0, 2, 1), indices: [0, 1], palette: Self.palette)
        #expect(try ImageDecoder.default.decode(file).buffer.width == 2)
    }

    @Test func keepsRowsOfAFileThatBreaksOff() throws {
        let indices = [UInt8](repeating: 2, count: 400)
        let file = TestFiles.gif(
            canvas: (20, 20), frame: (0, 0, 20, 20), indices: indices, palette: Self.palette)
        #expect(try !ImageDecoder.default.decode(file).isDamaged)
        let image = try ImageDecoder.default.decode(Array(file.dropLast(200)))
        #expect(image.isDamaged)
        let buffer = image.buffer
        #expect(buffer.format == .rgba8)
        #expect(Array(buffer.planes[0].bytes.prefix(4)) == [0, 0, 255, 255])
        #expect(buffer.planes[0].bytes.last == 0)
        let error = #expect(throws: ImageError.self) {
            try ImageDecoder.default.decode(Array(file.prefix(40)))
        }
        #expect(error?.code == .damaged)
    }
}
