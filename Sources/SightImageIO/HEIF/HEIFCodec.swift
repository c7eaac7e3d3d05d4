#if HEIF && canImport(CLibHEIF)
    import CLibHEIF
    import SightGeometry
    public import SightImage

    /// Decodes the primary image of HEIC and AVIF files with libheif and its plug-ins.
    ///
    /// libheif applies the rotation and the mirroring that the file contains, so the pixels are
    /// upright.
    public struct HEIFCodec: ImageCodec {
        /// Makes the codec.
        public init() {}

        /// `HEIC, AVIF`.
        public var name: String { "HEIC, AVIF" }

        /// Whether the file is an ISO media file with the brand of a still image.
        public func recognizes(_ prefix: RawSpan) -> Bool {
            guard prefix.has("ftyp", at: 4) else { return false }
            let brands: [StaticString] = [
                "heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "msf1", "avif", "avis",
            ]
            return brands.contains { prefix.has($0, at: 8) }
        }

        /// Decodes the primary image, always at full size; see ``ImageCodec``.
        public func decode(
            _ bytes: RawSpan, minimumSize: Int?, limits: DecodeLimits
        ) throws(ImageError) -> DecodedImage {
            // Without the library, its absence is the error, whatever the file holds.
            _ = try LibHEIF.functions()
            let isAV1 = bytes.has("avi", at: 8)
            let excerpt = try HEIFExcerpt.make(bytes, limits: limits)
            let buffer = try excerpt.span.bytes.withUnsafeBytes { (buffer) throws(ImageError) in
                let reader = try HEIFReader(buffer, limits: limits)
                return try reader.readPixels(limits: limits)
            }
            return DecodedImage(buffer: buffer, formatName: isAV1 ? "AVIF" : "HEIC")
        }
    }
#endif
