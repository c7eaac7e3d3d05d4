import SightGeometry

/// Finds the orientation in EXIF data, which is a TIFF file; only one of its tags is needed.
///
/// - Source: EXIF 2.32 §4.6.2 (tag 0x0112), TIFF 6.0 §2 (header and directories).
enum EXIFOrientation {
    /// Returns the orientation that a TIFF structure states.
    ///
    /// Only the first directory is read, once, and no further offsets are followed. So damaged
    /// offsets end the search and cannot prolong it.
    ///
    /// - Parameters:
    ///   - bytes: bytes that contain the structure.
    ///   - start: the position of its byte-order mark; offsets count from here.
    ///   - end: the end of the structure.
    /// - Returns: the orientation; `nil` if there is none or its value is not in 1…8.
    static func read(_ bytes: RawSpan, from start: Int, to end: Int) -> Orientation? {
        guard start >= 0, end <= bytes.byteCount, end - start >= 8 else { return nil }
        let isLittle: Bool
        if bytes.has("II", at: start) {
            isLittle = true
        } else if bytes.has("MM", at: start) {
            isLittle = false
        } else {
            return nil
        }
        func short(_ offset: Int) -> Int? {
            guard offset <= end - start - 2 else { return nil }
            return isLittle
                ? bytes.little16(at: start + offset) : bytes.big16(at: start + offset)
        }
        func long(_ offset: Int) -> Int? {
            guard offset <= end - start - 4 else { return nil }
            return isLittle
                ? bytes.little32(at: start + offset) : bytes.big32(at: start + offset)
        }
        guard short(2) == 42, let directory = long(4), let count = short(directory) else {
            return nil
        }
        for index in 0..<count {
            let entry = directory + 2 + 12 * index
            guard let tag = short(entry) else { return nil }
            guard tag == 0x0112 else { continue }
            switch short(entry + 2) {
            case 3: return short(entry + 8).flatMap(Orientation.init(rawValue:))
            case 4: return long(entry + 8).flatMap(Orientation.init(rawValue:))
            default: return nil
            }
        }
        return nil
    }

    /// Returns the orientation of data that may start with the prefix `Exif\0\0` of JPEG files.
    static func readSkippingPrefix(
        _ bytes: RawSpan, from start: Int, to end: Int
    ) -> Orientation? {
        let skip = bytes.has("Exif\0\0", at: start) ? 6 : 0
        return read(bytes, from: start + skip, to: end)
    }
}
