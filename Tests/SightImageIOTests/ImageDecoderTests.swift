import Foundation
import SightGeometry
import SightImage
import SightImageIO
import Testing

@Suite struct ImageDecoderTests {
    @Test(.enabled(if: BuildTraits.all)) func foreignBytesAreNamed() {
        let error = #expect(throws: ImageError.self) {
            try ImageDecoder.default.decode(Array("%PDF-1.7 and so on".utf8))
        }
        #expect(error?.code == .unsupportedFormat)
        let formats =
            BuildTraits.usesLibraries
            ? "JPEG, PNG, WebP, HEIC, AVIF" : "JPEG, PNG, HEIC, AVIF, WebP, TIFF"
        #expect(
            error?.message
                == "not an image Sight can read (it starts with 25 50 44 46 2d 31 2e 37);"
                + " \(formats), BMP and GIF are")
        let empty = #expect(throws: ImageError.self) { try ImageDecoder.default.decode([]) }
        #expect(empty?.message.contains("it is empty") == true)
    }

    @Test(arguments: [
        ("....ftypisom", true), ("....ftypmp42", true), ("....ftypqt  ", true),
        ("....ftypM4V ", true), ("....ftyp3gp5", true), ("RIFF....AVI LIST", true),
        ("....ftypcrx ", false), ("....ftyp", false), ("RIFF....WAVE", false),
        ("ftypisom", false), ("", false),
    ])
    func videosAreNamed(_ text: String, _ isVideo: Bool) {
        let decoder = ImageDecoder(codecs: [])
        let error = #expect(throws: ImageError.self) { try decoder.decode(Array(text.utf8)) }
        #expect(error?.message.contains("it is a video: give it to `sight track`") == isVideo)
    }

    @Test func matroskaIsAVideo() {
        let error = #expect(throws: ImageError.self) {
            try ImageDecoder.default.decode([0x1A, 0x45, 0xDF, 0xA3, 0x9F])
        }
        #expect(error?.message.contains("it is a video: give it to `sight track`") == true)
    }

    /// Without the codec, a HEIC or AVIF file is no video either.
    @Test(arguments: ["heic", "heix", "mif1", "msf1", "hevc", "avif", "avis"])
    func imagesInTheBoxOfVideosAreNone(_ brand: String) {
        let decoder = ImageDecoder(codecs: [])
        let error = #expect(throws: ImageError.self) {
            try decoder.decode(Array("....ftyp\(brand)".utf8))
        }
        #expect(error?.message.contains("track") == false)
    }

    @Test func missingFilesAndFoldersAreUnreadable() {
        for path in ["/no/such/photo.jpg", NSTemporaryDirectory(), #filePath + "\0.jpg"] {
            let error = #expect(throws: ImageError.self) {
                try ImageDecoder.default.decode(contentsOf: path)
            }
            #expect(error?.code == .unreadable)
            #expect(error?.message.hasPrefix(path) == true)
        }
    }

    @Test func fileSizeIsLimited() throws {
        var decoder = ImageDecoder.default
        decoder.limits.maximumFileBytes = 10
        let large = #expect(throws: ImageError.self) {
            try decoder.decode([UInt8](repeating: 0, count: 11))
        }
        #expect(large?.code == .tooLarge)
        let file = #expect(throws: ImageError.self) { try decoder.decode(contentsOf: #filePath) }
        #expect(file?.code == .tooLarge)
    }

    @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/zero")))
    func endlessFilesEnd() {
        var decoder = ImageDecoder.default
        decoder.limits.maximumFileBytes = 1 << 20
        let error = #expect(throws: ImageError.self) {
            try decoder.decode(contentsOf: "/dev/zero")
        }
        #expect(error?.code == .tooLarge)
    }

    /// A further codec needs only a type and one line.
    @Test func takesOtherCodecs() throws {
        struct Dot: ImageCodec {
            var name: String { "DOT" }
            func recognizes(_ prefix: RawSpan) -> Bool { prefix.byteCount == 3 }
            func decode(
                _ bytes: RawSpan, minimumSize: Int?, limits: DecodeLimits
            ) throws(ImageError) -> DecodedImage {
                let buffer = try ImageBuffer(
                    width: 1, height: 1, format: .rgb8,
                    bytes: bytes.withUnsafeBytes { [UInt8]($0) })
                return DecodedImage(buffer: buffer, formatName: name)
            }
        }
        let decoder = ImageDecoder(codecs: ImageDecoder.default.codecs + [Dot()])
        #expect(try decoder.decode([1, 2, 3]).buffer.planes[0].bytes == [1, 2, 3])
    }
}
