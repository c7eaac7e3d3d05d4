import SightGeometry
import SightImage
import Testing

@Suite struct ImageBufferTests {
    static func code(_ body: () throws -> Void) -> ImageError.Code? {
        do {
            try body()
            return nil
        } catch {
            return (error as? ImageError)?.code
        }
    }

    @Test func acceptsAShortLastRow() throws {
        let buffer = try ImageBuffer(
            width: 2, height: 2, format: .rgb8, rowBytes: 10, bytes: Array(0..<16))
        #expect(buffer.size == Size(width: 2, height: 2))
        #expect(buffer.planes[0].rowBytes == 10)
    }

    @Test func refusesBadSizes() {
        func make(_ width: Int, _ height: Int, rowBytes: Int? = nil, count: Int = 12) throws {
            _ = try ImageBuffer(
                width: width, height: height, format: .rgb8, rowBytes: rowBytes,
                bytes: [UInt8](repeating: 0, count: count))
        }
        #expect(Self.code { try make(0, 2) } == .invalidDimensions)
        #expect(Self.code { try make(2, -1) } == .invalidDimensions)
        #expect(Self.code { try make(2, 2, rowBytes: 5) } == .invalidRowBytes)
        #expect(Self.code { try make(2, 2, rowBytes: -6) } == .invalidRowBytes)
        #expect(Self.code { try make(2, 2, count: 11) } == .tooFewBytes)
        #expect(Self.code { try make(.max, 2) } == .tooLarge)
        #expect(Self.code { try make(1 << 20, 1 << 20) } == .tooLarge)
        #expect(Self.code { try make(2, 2, rowBytes: .max) } == .tooLarge)
        #expect(Self.code { try make(2, 2) } == nil)
    }

    @Test func checksBothPlanesOfNV12() {
        func make(_ luma: Int, _ chroma: Int) throws {
            _ = try ImageBuffer(
                width: 5, height: 3, range: .video, luma: [UInt8](repeating: 0, count: luma),
                lumaRowBytes: 5, chroma: [UInt8](repeating: 0, count: chroma), chromaRowBytes: 6)
        }
        #expect(Self.code { try make(15, 12) } == nil)
        #expect(Self.code { try make(14, 12) } == .tooFewBytes)
        #expect(Self.code { try make(15, 11) } == .tooFewBytes)
        #expect(
            Self.code {
                _ = try ImageBuffer(
                    width: 2, height: 2, format: .nv12(.full), bytes: [0, 0, 0, 0, 128, 128])
            } == .unsupportedFormat)
    }

    @Test func errorNamesTheValue() {
        let error = #expect(throws: ImageError.self) {
            _ = try ImageBuffer(width: 4, height: 4, format: .gray8, bytes: [1, 2, 3])
        }
        #expect(error?.message == "gray8 image of 4×4: 3 bytes, 4 rows need 16")
        #expect(
            error?.naming("a.png").description
                == "a.png: gray8 image of 4×4: 3 bytes, 4 rows need 16")
    }
}
