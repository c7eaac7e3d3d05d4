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
    /// Makes an image of the buffer of a camera or decoder, without a copy; see
    /// `SightImage/ImageBuffer/init(_:)`.
    ///
    /// - Parameters:
    ///   - pixelBuffer: BGRA, 420f or 420v.
    ///   - orientation: the turn that makes the pixels upright.
    /// - Throws: `unsupportedFormat`, `unreadable`.
    public init(_ pixelBuffer: CVPixelBuffer, orientation: Orientation = .up) throws(ImageError) {
        self.init(try ImageBuffer(pixelBuffer), orientation: orientation)
    }

    /// Makes an image of a sample, without a copy.
    ///
    /// - Parameters:
    ///   - sample: a sample with a pixel buffer in BGRA, 420f or 420v.
    ///   - orientation: the turn that makes the pixels upright.
    /// - Throws: `unsupportedFormat`, also for compressed video, and `unreadable`.
    public init(_ sample: CMSampleBuffer, orientation: Orientation = .up) throws(ImageError) {
        guard let pixelBuffer = CMSampleBufferGetImageBuffer(sample) else {
            throw ImageError(
                .unsupportedFormat,
                "the CMSampleBuffer has no CVPixelBuffer: decode compressed video first")
        }
        try self.init(pixelBuffer, orientation: orientation)
    }

    /// Makes an image of a Core Graphics image.
    ///
    /// - Parameters:
    ///   - image: the pixels.
    ///   - orientation: the turn that makes the pixels upright.
    /// - Throws: `unreadable`.
    public init(_ image: CGImage, orientation: Orientation = .up) throws(ImageError) {
        self.init(try ImageBuffer(image), orientation: orientation)
    }

    #if canImport(UIKit) || !canImport(AppKit)
        /// Makes an image of a UIKit image, with its orientation.
        ///
        /// - Throws: `unreadable` if it has no `cgImage`.
        public init(_ image: UIImage) throws(ImageError) {
            guard let pixels = image.cgImage else {
                throw ImageError(
                    .unreadable,
                    "the UIImage has no CGImage and so no pixels: render it into one first")
            }
            try self.init(pixels, orientation: image.imageOrientation.sight)
        }
    #else
        /// Makes an image of an AppKit image.
        ///
        /// - Throws: `unreadable` if it cannot be drawn.
        public init(_ image: NSImage) throws(ImageError) {
            guard let pixels = image.cgImage(forProposedRect: nil, context: nil, hints: nil) else {
                throw ImageError(
                    .unreadable, "the NSImage has no CGImage and so no pixels: add a representation"
                )
            }
            try self.init(pixels)
        }
    #endif
}
