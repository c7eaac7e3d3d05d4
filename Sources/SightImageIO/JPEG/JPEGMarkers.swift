import SightGeometry

/// What the segments before a JPEG file's first scan say and the decoder does not report.
///
/// - Source: ITU-T T.81 annex B (segments), EXIF 2.32 §4.7.2 (APP1), Adobe TN5116 (APP14).
struct JPEGMarkers {
    /// The turn that makes the image upright; `.up` if no marker states one.
    private(set) var orientation = Orientation.up
    /// Whether there is an Adobe segment; in files with four channels, 255 then means no ink.
    private(set) var isAdobe = false
    /// The number of components of the frame; `nil` if there is no frame before the first scan.
    private(set) var componentCount: UInt8?

    /// Reads the segments until the first scan, the end, or a damaged length.
    ///
    /// Bytes between segments are skipped, as in libjpeg.
    init(_ bytes: RawSpan) {
        var offset = 2
        var hasOrientation = false
        while let mark = bytes.byte(at: offset), let code = bytes.byte(at: offset + 1) {
            guard mark == 0xFF, code != 0, code != 0xFF else {
                offset += 1
                continue
            }
            if code == 0x01 || (0xD0...0xD8).contains(code) {  // These markers have no length.
                offset += 2
                continue
            }
            guard code != 0xD9, code != 0xDA, let length = bytes.big16(at: offset + 2),
                length >= 2
            else { return }
            let start = offset + 4
            let end = min(offset + 2 + length, bytes.byteCount)
            switch code {
            case 0xE1 where !hasOrientation && bytes.has("Exif\0\0", at: start):
                if let found = EXIFOrientation.read(bytes, from: start + 6, to: end) {
                    orientation = found
                    hasOrientation = true
                }
            case 0xEE where bytes.has("Adobe", at: start) && length >= 14:
                isAdobe = true
            case 0xC0...0xC3, 0xC5...0xC7, 0xC9...0xCB, 0xCD...0xCF:
                componentCount = bytes.byte(at: start + 5)
            default:
                break
            }
            offset += 2 + length
        }
    }
}
