package import SightImage

#if canImport(Darwin)
    import CoreGraphics
    import SightImageIO
#endif

extension CGImage {
    /// The pixels as stored; `nil` when they cannot be read.
    ///
    /// Shared, not copied, where this module stands in for Core Graphics.
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
        /// The pixels read by drawing them, as on Apple's platforms.
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

        /// An image with these pixels.
        package static func wrapping(_ buffer: ImageBuffer) -> CGImage? { CGImage(buffer) }
    }
#endif
