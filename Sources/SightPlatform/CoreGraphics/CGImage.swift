#if !canImport(Darwin)
    public import Foundation
    import SightGeometry
    package import SightImage

    /// Pixels as stored, without an orientation.
    public final class CGImage: Sendable {
        /// The pixels.
        package let buffer: ImageBuffer

        /// Wraps pixels; they are shared, not copied.
        package init(_ buffer: ImageBuffer) { self.buffer = buffer }

        /// Pixels in a row.
        public var width: Int { buffer.width }
        /// Rows.
        public var height: Int { buffer.height }
        /// Bits of one colour of a pixel.
        public var bitsPerComponent: Int { 8 }
        /// Bits of a pixel.
        public var bitsPerPixel: Int { 8 * buffer.format.bytesPerPixel }
        /// Bytes from one row to the next.
        public var bytesPerRow: Int { buffer.planes[0].rowBytes }
        /// Where alpha is; it is never looked at.
        public var alphaInfo: CGImageAlphaInfo {
            switch buffer.format {
            case .rgba8: .noneSkipLast
            case .bgra8: .noneSkipFirst
            default: .none
            }
        }

        /// A part of the picture.
        ///
        /// - Parameter rect: in pixels, left top origin; widened to whole pixels and cut at the
        ///   edges.
        /// - Returns: `nil` when nothing is left.
        public func cropping(to rect: CGRect) -> CGImage? {
            let bounds = CGRect(x: 0, y: 0, width: width, height: height)
            let part = rect.integral.intersection(bounds)
            guard !part.isNull, !part.isEmpty else { return nil }
            let region = Source.Rect(
                x: Float(part.minX), y: Float(part.minY), width: Float(part.width),
                height: Float(part.height))
            return (try? buffer.crop(region)).map(CGImage.init)
        }
    }
#endif
