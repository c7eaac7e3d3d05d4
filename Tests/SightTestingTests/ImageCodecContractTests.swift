import SightImageIO
import SightTesting
import Testing

/// The codecs of this build fulfil the contract, and the suite finds a codec that does not.
@Suite struct ImageCodecContractTests {
    /// An image of 24 × 16 as a BMP of 24 bits, written by hand.
    private static let bitmap: [UInt8] = {
        func four(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(value >> (8 * $0) & 255) } }
        let pixels = 24 * 16 * 3
        let header: [[UInt8]] = [
            Array("BM".utf8), four(54 + pixels), four(0), four(54), four(40), four(24), four(16),
            [1, 0, 24, 0], four(0), four(pixels), four(2835), four(2835), four(0), four(0),
        ]
        return header.flatMap(\.self) + (0..<pixels).map { UInt8($0 % 251) }
    }()

    @Test func theBitmapCodecKeepsThem() throws {
        let codec = try #require(ImageDecoder.default.codecs.first { $0.name == "BMP" })
        #expect(ImageCodecContract.violations(of: codec, samples: [Self.bitmap]) == [])
    }

    #if PNG
        @Test func theCodecOfPNGKeepsThem() throws {
            let codec = try #require(ImageDecoder.default.codecs.first { $0.name == "PNG" })
            let gradient = try ImageBuffer(
                width: 20, height: 12, format: .rgb8,
                bytes: (0..<720).map { UInt8($0 * 7 % 256) })
            let sample = try ImageEncoder.encode(gradient, as: .png)
            #expect(ImageCodecContract.violations(of: codec, samples: [sample]) == [])
        }
    #endif

    /// A codec that decodes any bytes and ignores the limits.
    private struct Greedy: ImageCodec {
        var name: String { "GREEDY" }
        func recognizes(_ prefix: RawSpan) -> Bool { true }
        func decode(_ bytes: RawSpan, minimumSize: Int?, limits: DecodeLimits) throws(ImageError)
            -> DecodedImage
        {
            DecodedImage(
                buffer: try ImageBuffer(
                    width: 4, height: 4, format: .gray8,
                    bytes: [UInt8](repeating: 0, count: 16)),
                sourceSize: Size(width: 8, height: 8), formatName: name)
        }
    }

    @Test func brokenPromisesAreFound() {
        let promises = ImageCodecContract.violations(of: Greedy(), samples: [Self.bitmap])
            .map(\.promise)
        #expect(promises.contains("bytes of other formats are not recognized"))
        #expect(promises.contains("without a minimum size, all pixels are decoded"))
        #expect(promises.contains("an image above the limits is refused with tooLarge"))
    }
}
