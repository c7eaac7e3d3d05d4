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
        /// Returns an image with these pixels.
        package static func wrapping(_ buffer: ImageBuffer) -> CGImage? { CGImage(buffer) }
    }
#endif
