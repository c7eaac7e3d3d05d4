#if JPEG && canImport(CLibJPEG)
    import CLibJPEG
    import SightGeometry
    public import SightImage

    /// Decodes JPEG with libjpeg-turbo, and usual files at ⅛ of their size with ``JPEGThumbnail``,
    /// to the same pixels.
    ///
    /// Gray images stay gray. CMYK and YCCK become RGB without color management. From a truncated
    /// file the codec returns the pixels that are there, as libjpeg does, and reports it in
    /// `isDamaged`.
    public struct JPEGCodec: ImageCodec {
        /// Whether ``JPEGThumbnail`` decodes the files that it accepts; tests compare it with
        /// libjpeg-turbo.
        private let usesThumbnails: Bool

        /// Makes the codec.
        public init() { self.init(usesThumbnails: true) }

        /// Makes the codec with or without ``JPEGThumbnail``.
        package init(usesThumbnails: Bool) { self.usesThumbnails = usesThumbnails }

        /// `JPEG`.
        public var name: String { "JPEG" }

        /// Whether the file starts with the first two markers of a JPEG.
        public func recognizes(_ prefix: RawSpan) -> Bool {
            prefix.byte(at: 0) == 0xFF && prefix.byte(at: 1) == 0xD8 && prefix.byte(at: 2) == 0xFF
        }

        /// Decodes the first image, at full size or at a multiple of ⅛ of it; see ``ImageCodec``.
        public func decode(
            _ bytes: RawSpan, minimumSize: Int?, limits: DecodeLimits
        ) throws(ImageError) -> DecodedImage {
            let session = try JPEGDecompressor()
            let markers = JPEGMarkers(bytes)
            let header = try session.readHeader(bytes, componentCount: markers.componentCount)
            try limits.check(width: header.width, height: header.height)
            let scale = JPEGScale(covering: minimumSize, width: header.width, height: header.height)
            let width = scale.scaled(header.width)
            let height = scale.scaled(header.height)
            var isDamaged = false
            let pixels: [UInt8]
            if scale.eighths == 1, usesThumbnails, header.isUsual,
                let thumbnail = try Self.thumbnail(bytes, session)
            {
                pixels = thumbnail
            } else {
                (pixels, isDamaged) = try session.readPixels(
                    bytes, width: width, height: height, layout: header.layout)
            }
            let buffer: ImageBuffer
            switch header.layout {
            case .gray:
                buffer = try ImageBuffer(
                    width: width, height: height, format: .gray8, bytes: pixels)
            case .rgb:
                buffer = try ImageBuffer(
                    width: width, height: height, format: .rgb8, bytes: pixels)
            case .cmyk:
                buffer = try ImageBuffer(
                    width: width, height: height, format: .rgb8,
                    bytes: Self.rgb(fromCMYK: pixels, isInverted: markers.isAdobe))
            }
            return DecodedImage(
                buffer: buffer, orientation: markers.orientation,
                sourceSize: Size(width: Float(header.width), height: Float(header.height)),
                formatName: name, isDamaged: isDamaged)
        }

        /// Returns the pixels of a gray or YCbCr image at ⅛ of its size; `nil` if libjpeg-turbo has
        /// to decode it.
        private static func thumbnail(
            _ bytes: RawSpan, _ session: JPEGDecompressor
        ) throws(ImageError) -> [UInt8]? {
            guard let thumbnail = JPEGThumbnail(bytes) else { return nil }
            return try thumbnail.planes.count == 1
                ? thumbnail.gray() : session.rgb(from: thumbnail)
        }

        /// Converts ink to light without color management: `R = (255 − C)(255 − K) / 255`,
        /// rounded.
        private static func rgb(fromCMYK pixels: [UInt8], isInverted: Bool) -> [UInt8] {
            let flip: UInt8 = isInverted ? 0 : 255
            var rgb = [UInt8](repeating: 0, count: pixels.count / 4 * 3)
            for pixel in 0..<pixels.count / 4 {
                let light = Int(pixels[4 * pixel + 3] ^ flip)
                for channel in 0..<3 {
                    let value = Int(pixels[4 * pixel + channel] ^ flip) * light
                    rgb[3 * pixel + channel] = UInt8((value + 127) / 255)
                }
            }
            return rgb
        }
    }
#endif
