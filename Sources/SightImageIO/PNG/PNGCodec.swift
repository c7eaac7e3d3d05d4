#if PNG
    import CLibPNG
    import SightGeometry
    public import SightImage

    /// PNG through libspng: every colour type and depth, interlaced or not.
    ///
    /// 16-bit channels keep their high byte. Alpha is kept, not applied. Damage is an error, also
    /// when some rows could be read: checksums say that nothing after it can be trusted.
    public struct PNGCodec: ImageCodec {
        /// Makes the codec.
        public init() {}

        /// `PNG`.
        public var name: String { "PNG" }

        /// Whether the file starts with PNG's eight-byte signature.
        public func recognizes(_ prefix: RawSpan) -> Bool {
            prefix.byte(at: 0) == 0x89 && prefix.has("PNG\r\n\u{1A}\n", at: 1)
        }

        /// Decodes the first picture, see ``ImageCodec``.
        ///
        /// Always at full size.
        public func decode(
            _ bytes: RawSpan, minimumSize: Int?, limits: DecodeLimits
        ) throws(ImageError) -> DecodedImage {
            try bytes.withUnsafeBytes { (buffer) throws(ImageError) in
                let reader = try PNGReader(buffer)
                let header = try reader.readHeader()
                let (width, height) = (Int(header.width), Int(header.height))
                try limits.check(width: width, height: height)
                let (format, pixels) = try reader.readPixels(header)
                return DecodedImage(
                    buffer: try ImageBuffer(
                        width: width, height: height, format: format, bytes: pixels),
                    orientation: reader.orientation() ?? .up, formatName: name)
            }
        }
    }
#endif
