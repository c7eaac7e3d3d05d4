import SightImage

@testable import SightImageIO

/// Decodes an image of any format that this build reads.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
    Harness.run(data, size) { bytes in
        var limits = DecodeLimits()
        limits.maximumPixels = 1 << 18
        _ = try ImageDecoder(codecs: ImageDecoder.builtin, limits: limits).decode(Array(bytes))
    }
}
