#if canImport(Darwin)
    package import CoreGraphics
    import Foundation
    import SightGeometry
    package import SightImage

    extension CGImage {
        /// The pixels, read by drawing the image, which works for every `CGImage`.
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

        /// Returns a `CGImage` with these pixels; `nil` if memory is not sufficient.
        package static func wrapping(_ buffer: ImageBuffer) -> CGImage? {
            guard let rgb = try? buffer.upright(.up),
                let provider = CGDataProvider(data: Data(rgb.planes[0].bytes) as CFData)
            else { return nil }
            return CGImage(
                width: rgb.width, height: rgb.height, bitsPerComponent: 8, bitsPerPixel: 24,
                bytesPerRow: rgb.planes[0].rowBytes, space: CGColorSpaceCreateDeviceRGB(),
                bitmapInfo: CGBitmapInfo(rawValue: CGImageAlphaInfo.none.rawValue),
                provider: provider, decode: nil, shouldInterpolate: false, intent: .defaultIntent)
        }
    }
#endif
