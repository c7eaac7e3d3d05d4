public import Foundation
@_exported public import SightPlatform

/// An image or a buffer to look at.
///
/// Not thread-safe while its orientation is being changed.
#if canImport(ObjectiveC)
    @objcMembers @objc(GMLImage)
#endif
open class MLImage: NSObject {
    /// Width of the stored pixels, before any orientation is applied.
    public let width: CGFloat
    /// Height of the stored pixels, before any orientation is applied.
    public let height: CGFloat
    /// How the stored pixels must be turned to stand upright.
    ///
    /// At first that of the `UIImage`, or `.up` for buffers.
    open var orientation: UIImage.Orientation
    #if canImport(ObjectiveC)
        /// What the image was made of.
        @nonobjc public let imageSourceType: MLImageSourceType
    #else
        /// What the image was made of.
        public let imageSourceType: MLImageSourceType
    #endif
    /// The image; `nil` when made of something else.
    public let image: UIImage?
    /// The buffer; `nil` when made of something else.
    public let pixelBuffer: CVPixelBuffer?
    /// The sample; `nil` when made of something else.
    public let sampleBuffer: CMSampleBuffer?

    /// Makes an image of a `UIImage`; `nil` if that has no `CGImage`.
    public init?(image: UIImage) {
        guard let pixels = image.cgImage else { return nil }
        width = CGFloat(pixels.width)
        height = CGFloat(pixels.height)
        orientation = image.imageOrientation
        imageSourceType = .image
        self.image = image
        pixelBuffer = nil
        sampleBuffer = nil
    }

    /// Makes an image of a buffer; `nil` when it is empty.
    public init?(pixelBuffer: CVPixelBuffer) {
        guard let (width, height) = Self.size(of: pixelBuffer) else { return nil }
        self.width = width
        self.height = height
        orientation = .up
        imageSourceType = .pixelBuffer
        image = nil
        self.pixelBuffer = pixelBuffer
        sampleBuffer = nil
    }

    /// Makes an image of a sample; `nil` when it holds no pixel buffer.
    public init?(sampleBuffer: CMSampleBuffer) {
        guard let pixelBuffer = CMSampleBufferGetImageBuffer(sampleBuffer),
            let (width, height) = Self.size(of: pixelBuffer)
        else { return nil }
        self.width = width
        self.height = height
        orientation = .up
        imageSourceType = .sampleBuffer
        image = nil
        self.pixelBuffer = nil
        self.sampleBuffer = sampleBuffer
    }

    #if canImport(ObjectiveC)
        /// `imageSourceType` in Objective-C, where a structure cannot be seen.
        @objc(imageSourceType) public var imageSourceNumber: Int { imageSourceType.rawValue }
    #endif

    private static func size(of pixelBuffer: CVPixelBuffer) -> (width: CGFloat, height: CGFloat)? {
        let (width, height) = (
            CVPixelBufferGetWidth(pixelBuffer), CVPixelBufferGetHeight(pixelBuffer)
        )
        return width > 0 && height > 0 ? (CGFloat(width), CGFloat(height)) : nil
    }
}
