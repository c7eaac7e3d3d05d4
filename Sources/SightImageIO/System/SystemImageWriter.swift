#if canImport(Darwin)
    import CoreGraphics
    import Foundation
    import ImageIO
    import SightImage

    /// Encodes PNG and JPEG through ImageIO.
    enum SystemImageWriter {
        /// Returns a complete file; alpha is dropped.
        ///
        /// - Throws: `tooLarge` if memory is not sufficient, `unwritable` if ImageIO fails.
        static func encode(
            _ buffer: ImageBuffer, as format: ImageEncoder.Format
        ) throws(ImageError) -> [UInt8] {
            // The pool releases what ImageIO autoreleases, also on a thread without a run loop.
            try autoreleasepool {
                Result { () throws(ImageError) in try file(buffer, as: format) }
            }.get()
        }

        private static func file(
            _ buffer: ImageBuffer, as format: ImageEncoder.Format
        ) throws(ImageError) -> [UInt8] {
            let type: String
            var properties: [String: Any] = [:]
            switch format {
            case .png: type = "public.png"
            case .jpeg(let quality):
                type = "public.jpeg"
                properties[kCGImageDestinationLossyCompressionQuality as String] =
                    Double(min(max(quality, 1), 100)) / 100
            }
            guard let image = CGImage.wrapping(buffer) else {
                throw ImageError(
                    .tooLarge, "no memory for \(buffer.width)×\(buffer.height) pixels")
            }
            let data = NSMutableData()
            guard
                let destination = CGImageDestinationCreateWithData(
                    data as CFMutableData, type as CFString, 1, nil)
            else { throw ImageError(.unwritable, "ImageIO cannot write \(type)") }
            CGImageDestinationAddImage(destination, image, properties as CFDictionary)
            guard CGImageDestinationFinalize(destination) else {
                throw ImageError(.unwritable, "ImageIO failed to write \(type)")
            }
            return [UInt8](data as Data)
        }
    }
#endif
