/// Recognizes video files, which users give to commands for images, by their first bytes.
///
/// - Source: ISO/IEC 14496-12, box `ftyp`; RFC 8794, EBML; Microsoft's RIFF format of AVI.
enum VideoSignature {
    /// The brands of videos; HEIC and AVIF have the same box with other brands.
    private static let brands: [StaticString] = [
        "iso", "mp4", "avc", "qt  ", "M4V", "3gp", "3g2", "dash", "MSNV", "f4v", "F4V", "mmp4",
        "cmf",
    ]

    /// Whether a file is a video: MP4, QuickTime, Matroska, WebM or AVI.
    static func matches(_ prefix: RawSpan) -> Bool {
        if prefix.has("ftyp", at: 4) { return brands.contains { prefix.has($0, at: 8) } }
        return prefix.big32(at: 0) == 0x1A45_DFA3
            || (prefix.has("RIFF", at: 0) && prefix.has("AVI ", at: 8))
    }
}
