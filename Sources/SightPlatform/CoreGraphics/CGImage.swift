#if !canImport(Darwin)
    public import Foundation
    import SightGeometry
    package import SightImage

    /// An image as stored, without an orientation.
    public final class CGImage: Sendable {
        /// The pixels.
        package let buffer: ImageBuffer

        /// Makes an image that shares the pixels of a buffer.
        package init(_ buffer: ImageBuffer) { self.buffer = buffer }

        /// The width in pixels.
        public var width: Int { buffer.width }
        /// The height in pixels.
        public var height: Int { buffer.height }
        /// The bits of one color of a pixel.
        public var bitsPerComponent: Int { 8 }
        /// The bits of a pixel.
        public var bitsPerPixel: Int { 8 * buffer.format.bytesPerPixel }
        /// The bytes from one row to the next.
        public var bytesPerRow: Int { buffer.planes[0].rowBytes }
        /// The position of alpha, which is ignored.
        public var alphaInfo: CGImageAlphaInfo {
            switch buffer.format {
            case .rgba8: .noneSkipLast
            case .bgra8: .noneSkipFirst
            default: .none
            }
        }

        /// Returns a part of the image.
        ///
        /// - Parameter rect: the part in pixels, with the origin in the top-left corner. The
        ///   function widens it to whole pixels and clips it to the image.
        /// - Returns: the part; `nil` if it is empty.
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
