import SightImage

@testable import SightImageIO

/// Decodes an image of any format that this build reads, at full size or at the smallest.
///
/// The length of the input selects the size. A JPEG thumbnail that differs from libjpeg-turbo's is
/// a finding.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
    Harness.run(data, size) { bytes in
        var limits = DecodeLimits()
        limits.maximumPixels = 1 << 18
        let decoder = ImageDecoder(codecs: ImageDecoder.builtin, limits: limits)
        let file = Array(bytes)
        guard size % 2 == 1 else {
            _ = try decoder.decode(file)
            return
        }
        let image = try decoder.decode(file, minimumSize: 1)
        guard image.formatName == "JPEG" else { return }
        let twin = try ImageDecoder(codecs: [JPEGCodec(usesThumbnails: false)], limits: limits)
            .decode(file, minimumSize: 1)
        guard image.buffer == twin.buffer else { fatalError("the thumbnail differs") }
    }
}
