#if WebP && canImport(CLibWebP)
    import CLibWebP
    import SightGeometry
    public import SightImage

    /// Decodes WebP with libwebp: lossy and lossless images, alpha, and the first frame of an
    /// animation.
    public struct WebPCodec: ImageCodec {
        /// Makes the codec.
        public init() {}

        /// `WebP`.
        public var name: String { "WebP" }

        /// Whether the file is a RIFF container of type `WEBP`.
        public func recognizes(_ prefix: RawSpan) -> Bool {
            prefix.has("RIFF", at: 0) && prefix.has("WEBP", at: 8)
        }

        /// Decodes the first image, always at full size; see ``ImageCodec``.
        public func decode(
            _ bytes: RawSpan, minimumSize: Int?, limits: DecodeLimits
        ) throws(ImageError) -> DecodedImage {
            let container = WebPContainer(bytes)
            let buffer: ImageBuffer
            if let frame = container.firstFrame {
                try limits.check(width: container.width, height: container.height)
                let image = try Self.still(bytes.extracting(frame.data), limits: limits)
                buffer = try image.placed(
                    atX: frame.x, y: frame.y, onWidth: container.width, height: container.height)
            } else {
                buffer = try Self.still(bytes, limits: limits)
            }
            return DecodedImage(
                buffer: buffer, orientation: container.orientation ?? .up, formatName: name)
        }

        private static func still(
            _ bytes: RawSpan, limits: DecodeLimits
        ) throws(ImageError) -> ImageBuffer {
            var features = WebPBitstreamFeatures()
            let status = bytes.withUnsafeBytes { buffer in
                WebPGetFeatures(
                    buffer.baseAddress?.assumingMemoryBound(to: UInt8.self), buffer.count,
                    &features)
            }
            guard status == VP8_STATUS_OK else {
                throw ImageError(.damaged, "damaged WebP: header error \(status.rawValue)")
            }
            let (width, height) = (Int(features.width), Int(features.height))
            try limits.check(width: width, height: height)
            let hasAlpha = features.has_alpha != 0
            let rowBytes = width * (hasAlpha ? 4 : 3)
            var pixels = [UInt8](repeating: 0, count: rowBytes * height)
            let isDecoded = bytes.withUnsafeBytes { source in
                let data = source.baseAddress?.assumingMemoryBound(to: UInt8.self)
                return pixels.withUnsafeMutableBufferPointer { pixels in
                    let decode = hasAlpha ? WebPDecodeRGBAInto : WebPDecodeRGBInto
                    return decode(
                        data, source.count, pixels.baseAddress, pixels.count, Int32(rowBytes))
                        != nil
                }
            }
            guard isDecoded else {
                throw ImageError(.damaged, "damaged WebP: the pixels cannot be decoded")
            }
            return try ImageBuffer(
                width: width, height: height, format: hasAlpha ? .rgba8 : .rgb8, bytes: pixels)
        }
    }
#endif
