public import Sight
public import SightGeometry
public import SightImage

#if canImport(Darwin)
    public import CoreGraphics
    public import CoreMedia
    public import CoreVideo
    #if canImport(UIKit)
        public import UIKit
    #elseif canImport(AppKit)
        public import AppKit
    #endif
#endif

extension VisionImage {
    /// A camera's or decoder's buffer, read in place; see `SightImage/ImageBuffer/init(_:)`.
    ///
    /// - Parameters:
    ///   - pixelBuffer: BGRA, 420f or 420v.
    ///   - orientation: how the pixels must be turned to stand upright.
    /// - Throws: `unsupportedFormat`, `unreadable`.
    public init(_ pixelBuffer: CVPixelBuffer, orientation: Orientation = .up) throws(ImageError) {
        self.init(try ImageBuffer(pixelBuffer), orientation: orientation)
    }

    /// The picture of a sample, read in place.
    ///
    /// - Parameters:
    ///   - sample: has a pixel buffer in BGRA, 420f or 420v.
    ///   - orientation: how the pixels must be turned to stand upright.
    /// - Throws: `unsupportedFormat` for compressed video, too, and `unreadable`.
    public init(_ sample: CMSampleBuffer, orientation: Orientation = .up) throws(ImageError) {
        guard let pixelBuffer = CMSampleBufferGetImageBuffer(sample) else {
            throw ImageError(
                .unsupportedFormat,
                "the CMSampleBuffer has no CVPixelBuffer: compressed video must be decoded first")
        }
        try self.init(pixelBuffer, orientation: orientation)
    }

    /// An image of Core Graphics.
    ///
    /// - Parameters:
    ///   - image: the pixels.
    ///   - orientation: how the pixels must be turned to stand upright.
    /// - Throws: `unreadable`.
    public init(_ image: CGImage, orientation: Orientation = .up) throws(ImageError) {
        self.init(try ImageBuffer(image), orientation: orientation)
    }

    #if canImport(UIKit) || !canImport(AppKit)
        /// An image of UIKit, turned as it says itself.
        ///
        /// - Throws: `unreadable` when it has no `cgImage`.
        public init(_ image: UIImage) throws(ImageError) {
            guard let pixels = image.cgImage else {
                throw ImageError(
                    .unreadable, "the UIImage has no CGImage: there are no pixels to look at")
            }
            try self.init(pixels, orientation: image.imageOrientation.sight)
        }
    #else
        /// An image of AppKit.
        ///
        /// - Throws: `unreadable` when it cannot be drawn.
        public init(_ image: NSImage) throws(ImageError) {
            guard let pixels = image.cgImage(forProposedRect: nil, context: nil, hints: nil) else {
                throw ImageError(.unreadable, "the NSImage has no image that can be drawn")
            }
            try self.init(pixels)
        }
    #endif
}
