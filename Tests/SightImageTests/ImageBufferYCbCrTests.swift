import SightGeometry
import SightImage
import Testing

@Suite struct ImageBufferYCbCrTests {
    /// Bytes of pure red by the recommendations' Kr and Kb, rounded.
    private static let reds: [(YCbCrEncoding, [UInt8])] = [
        (YCbCrEncoding(matrix: .bt601), [81, 90, 240]),
        (YCbCrEncoding(matrix: .bt709), [63, 102, 240]),
        (YCbCrEncoding(matrix: .bt2020), [74, 97, 240]),
        (YCbCrEncoding(matrix: .bt601, range: .full), [76, 85, 255]),
        (YCbCrEncoding(matrix: .bt709, range: .full), [54, 99, 255]),
        (YCbCrEncoding(matrix: .bt2020, range: .full), [67, 92, 255]),
    ]

    /// An NV12 image of 2 × 2 pixels of one color.
    private static func nv12(_ bytes: [UInt8], _ encoding: YCbCrEncoding) throws -> ImageBuffer {
        var image = try ImageBuffer(
            width: 2, height: 2, range: encoding.range,
            luma: [UInt8](repeating: bytes[0], count: 4), lumaRowBytes: 2,
            chroma: [bytes[1], bytes[2]], chromaRowBytes: 2)
        image.nv12Matrix = encoding.matrix
        return image
    }

    /// Each matrix makes its own bytes red, within two steps for the rounding of luma and chroma.
    @Test(arguments: reds.indices) func twoPlanesAreReadWithTheirMatrix(_ index: Int) throws {
        let (encoding, bytes) = Self.reds[index]
        let image = try Self.nv12(bytes, encoding)
        #expect(image.yCbCr == encoding)
        let rgb = try image.upright(.up).planes[0].bytes
        for (channel, byte) in rgb.enumerated() {
            #expect(abs(Int(byte) - (channel % 3 == 0 ? 255 : 0)) <= 2)
        }
    }

    /// The matrix of BT.601 shows the bytes of another matrix too dark.
    @Test func anotherMatrixIsNotRed() throws {
        let (_, bytes) = Self.reds[1]
        let rgb = try Self.nv12(bytes, YCbCrEncoding()).upright(.up).planes[0].bytes
        #expect(rgb[0] < 240)
    }

    @Test func anImageIsReadWithBT601UnlessStated() throws {
        let image = try ImageBuffer(
            width: 2, height: 2, range: .full, luma: [0, 0, 0, 0], lumaRowBytes: 2,
            chroma: [128, 128], chromaRowBytes: 2)
        #expect(image.yCbCr == YCbCrEncoding(range: .full))
        #expect(try TestImages.noise(.rgb8, 2, 2).yCbCr == nil)
    }

    @Test func theHeightDecidesIfNoMatrixIsStated() {
        #expect(YCbCrEncoding.Matrix.unstated(height: 719, range: .video) == .bt601)
        #expect(YCbCrEncoding.Matrix.unstated(height: 720, range: .video) == .bt709)
        #expect(YCbCrEncoding.Matrix.unstated(height: 720, range: .full) == .bt601)
    }
}
