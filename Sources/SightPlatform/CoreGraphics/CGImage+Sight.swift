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

    /// The pixels as stored, which the thread that reads them first draws; `nil` for an impossible
    /// size.
    ///
    /// They are shared, not copied, if this module replaces Core Graphics.
    package var deferredPixels: ImageBuffer? {
        #if canImport(Darwin)
            // An image does not change, so any thread may draw it.
            try? ImageBuffer(width: width, height: height) { self.drawnPixels }
        #else
            buffer
        #endif
    }
}

#if !canImport(Darwin)
    extension CGImage {
        /// Returns an image with these pixels.
        package static func wrapping(_ buffer: ImageBuffer) -> CGImage? { CGImage(buffer) }
    }
#endif
