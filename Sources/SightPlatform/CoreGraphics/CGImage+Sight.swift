package import SightImage

#if canImport(Darwin)
    import CoreGraphics
    import SightImageIO
#endif

extension CGImage {
    /// The pixels as stored; `nil` if they cannot be read.
    ///
    /// They are shared, not copied, if this module replaces Core Graphics.
    package var pixels: ImageBuffer? {
        #if canImport(Darwin)
            drawnPixels
        #else
            buffer
        #endif
    }
}

#if !canImport(Darwin)
    extension CGImage {
        /// The pixels; on Apple's platforms they are read by drawing the image.
        package var drawnPixels: ImageBuffer? {
            let context = CGContext(
                data: nil, width: width, height: height, bitsPerComponent: 8, bytesPerRow: 0,
                space: CGColorSpaceCreateDeviceRGB(),
                bitmapInfo: CGImageAlphaInfo.noneSkipLast.rawValue)
            guard let context else { return nil }
            context.draw(self, in: .init(x: 0, y: 0, width: width, height: height))
            guard let start = context.data else { return nil }
            let rows = UnsafeRawBufferPointer(start: start, count: context.bytesPerRow * height)
            return try? ImageBuffer(
                width: width, height: height, format: .rgba8, rowBytes: context.bytesPerRow,
                bytes: [UInt8](rows))
        }

        /// Returns an image with these pixels.
        package static func wrapping(_ buffer: ImageBuffer) -> CGImage? { CGImage(buffer) }
    }
#endif
