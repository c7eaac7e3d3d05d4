#if canImport(Darwin)
    package import CoreGraphics
    import Foundation
    import SightGeometry
    package import SightImage

    extension CGImage {
        /// The pixels, read by drawing the image, which works for every `CGImage`.
        package var drawnPixels: ImageBuffer? {
            let (pixels, pixelsOverflow) = width.multipliedReportingOverflow(by: height)
            let (count, overflow) = pixels.multipliedReportingOverflow(by: 4)
            // A plane of an image has at most 2 GiB.
            guard !pixelsOverflow, !overflow, count <= Int(Int32.max) else { return nil }
            // Transparent pixels are drawn on black.
            var bytes = [UInt8](repeating: 0, count: count)
            let isDrawn = bytes.withUnsafeMutableBytes { rows in
                let context = CGContext(
                    data: rows.baseAddress, width: width, height: height, bitsPerComponent: 8,
                    bytesPerRow: 4 * width, space: Self.standardRGB,
                    bitmapInfo: CGImageAlphaInfo.noneSkipLast.rawValue)
                guard let context else { return false }
                context.draw(self, in: .init(x: 0, y: 0, width: width, height: height))
                return true
            }
            guard isDrawn else { return nil }
            return try? ImageBuffer(width: width, height: height, format: .rgba8, bytes: bytes)
        }

        /// The color space sRGB, which the models expect.
        ///
        /// The name is the value of `CGColorSpace.sRGB`, which the SDK of `Scripts/check-apple.sh`
        /// lacks.
        private static var standardRGB: CGColorSpace {
            CGColorSpace(name: "kCGColorSpaceSRGB" as CFString) ?? CGColorSpaceCreateDeviceRGB()
        }

        /// Returns a `CGImage` with these pixels; `nil` if memory is not sufficient.
        package static func wrapping(_ buffer: ImageBuffer) -> CGImage? {
            guard let rgb = try? buffer.upright(.up),
                let provider = CGDataProvider(data: Data(rgb.planes[0].bytes) as CFData)
            else { return nil }
            return CGImage(
                width: rgb.width, height: rgb.height, bitsPerComponent: 8, bitsPerPixel: 24,
                bytesPerRow: rgb.planes[0].rowBytes, space: standardRGB,
                bitmapInfo: CGBitmapInfo(rawValue: CGImageAlphaInfo.none.rawValue),
                provider: provider, decode: nil, shouldInterpolate: false, intent: .defaultIntent)
        }
    }
#endif
