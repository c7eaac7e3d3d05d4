@testable import SightImageIO

/// Finds the orientation in EXIF data, which codecs pass as a part of a file.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
    Harness.run(data, size) { bytes in
        let file = Array(bytes)[...]
        let span = file.span.bytes
        _ = EXIFOrientation.readSkippingPrefix(span, from: 0, to: bytes.count)
        // A file may state these offsets, some of which are outside it.
        for start in [1, bytes.count / 2, bytes.count, bytes.count + 1] {
            _ = EXIFOrientation.read(span, from: start, to: bytes.count - start % 3)
        }
    }
}
