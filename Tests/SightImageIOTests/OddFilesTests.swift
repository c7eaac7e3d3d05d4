import ModelFixtures
import SightImage
import SightImageIO
import Testing

/// Damaged, truncated, huge and unusual files give an image or a typed error.
@Suite(.enabled(if: SharedFixtures.areAvailable && BuildTraits.all)) struct OddFilesTests {
    static let folders = [
        "image_rs", "jpeg_crashtest", "jpeg_icc", "jpeg_reftest", "libjpeg_turbo", "pillow",
        "pngsuite", "wuffs", "zune",
    ]

    @Test(arguments: folders)
    func givesAnImageOrAnError(_ folder: String) throws {
        var decoder = ImageDecoder.default
        decoder.limits.maximumPixels = 20_000_000
        var (decoded, errors) = (0, 0)
        for file in SharedFixtures.files(under: "images/odd/" + folder) {
            let bytes = try SharedFixtures.bytes(file)
            for minimumSize in [nil, 64] {
                do throws(ImageError) {
                    let image = try decoder.decode(bytes, minimumSize: minimumSize)
                    let reduced = image.buffer.width * image.buffer.height
                    #expect(reduced <= decoder.limits.maximumPixels)
                    _ = try image.buffer.upright(image.orientation, size: (16, 16))
                    decoded += 1
                } catch {
                    #expect(!error.message.isEmpty, "\(file)")
                    errors += 1
                }
            }
        }
        print("odd files in \(folder): \(decoded / 2) decoded, \(errors / 2) errors")
        #expect(decoded + errors > 0)
    }
}
