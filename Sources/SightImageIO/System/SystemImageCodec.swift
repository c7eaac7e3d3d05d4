#if canImport(Darwin)
    import CoreGraphics
    import Foundation
    import ImageIO
    import SightGeometry
    public import SightImage

    /// Decodes JPEG, PNG, HEIC, AVIF, WebP and TIFF through ImageIO, as far as the system supports
    /// them.
    ///
    /// Colors are converted to RGB by the file's profile; transparent pixels are drawn on black.
    /// The file's orientation is returned and not applied.
    public struct SystemImageCodec: ImageCodec {
        /// Makes the codec.
        public init() {}

        /// `JPEG, PNG, HEIC, AVIF, WebP, TIFF`.
        public var name: String { "JPEG, PNG, HEIC, AVIF, WebP, TIFF" }

        /// Whether the file starts with the signature of one of the formats.
        public func recognizes(_ prefix: RawSpan) -> Bool {
            if prefix.byte(at: 0) == 0xFF, prefix.byte(at: 1) == 0xD8 { return true }
            if prefix.byte(at: 0) == 0x89, prefix.has("PNG\r\n", at: 1) { return true }
            if prefix.has("RIFF", at: 0), prefix.has("WEBP", at: 8) { return true }
            if prefix.has("II*\0", at: 0) || prefix.has("MM\0*", at: 0) { return true }
            let brands: [StaticString] = [
                "heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "msf1", "avif", "avis",
            ]
            return prefix.has("ftyp", at: 4) && brands.contains { prefix.has($0, at: 8) }
        }

        /// Decodes the first image, see ``ImageCodec``.
        ///
        /// For a smaller size the system makes a thumbnail, which is faster than decoding the whole
        /// image of a JPEG or HEIC file.
        public func decode(
            _ bytes: RawSpan, minimumSize: Int?, limits: DecodeLimits
        ) throws(ImageError) -> DecodedImage {
            try bytes.withUnsafeBytes { (buffer) throws(ImageError) in
                guard let start = buffer.baseAddress else {
                    throw ImageError(.damaged, "an empty file")
                }
                // The bytes are not copied, because everything is decoded before this closure ends.
                let data = Data(
                    bytesNoCopy: UnsafeMutableRawPointer(mutating: start), count: buffer.count,
                    deallocator: .none)
                // The pool releases what ImageIO autoreleases, also on a thread without a run loop.
                return try autoreleasepool {
                    Result { () throws(ImageError) in
                        try ImageFile(data).decode(minimumSize: minimumSize, limits: limits)
                    }
                }.get()
            }
        }
    }
#endif
