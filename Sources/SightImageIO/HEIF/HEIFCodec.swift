#if HEIF
    import CLibHEIF
    import SightGeometry
    public import SightImage

    /// HEIC and AVIF through libheif, as far as its plugins go; the primary picture.
    ///
    /// The library applies the file's own rotation and mirroring, so pictures come upright.
    public struct HEIFCodec: ImageCodec {
        /// Makes the codec.
        public init() {}

        /// `HEIC, AVIF`.
        public var name: String { "HEIC, AVIF" }

        /// Whether the file is an ISO media file with a still-picture brand.
        public func recognizes(_ prefix: RawSpan) -> Bool {
            guard prefix.has("ftyp", at: 4) else { return false }
            let brands: [StaticString] = [
                "heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "msf1", "avif", "avis",
            ]
            return brands.contains { prefix.has($0, at: 8) }
        }

        /// Decodes the first picture, see ``ImageCodec``.
        ///
        /// Always at full size.
        public func decode(
            _ bytes: RawSpan, minimumSize: Int?, limits: DecodeLimits
        ) throws(ImageError) -> DecodedImage {
            let isAV1 = bytes.has("avi", at: 8)
            let buffer = try bytes.withUnsafeBytes { (buffer) throws(ImageError) in
                let reader = try HEIFReader(buffer, limits: limits)
                return try reader.readPixels(limits: limits)
            }
            return DecodedImage(buffer: buffer, formatName: isAV1 ? "AVIF" : "HEIC")
        }
    }
#endif
