import Sight
package import SightGeometry
import SightImage

#if canImport(Darwin)
    package import CoreMedia
    package import CoreVideo
    #if canImport(UIKit)
        import SightPlatform
        package import UIKit
    #else
        package import SightPlatform
    #endif
#else
    package import SightPlatform
#endif

extension FrameSnapshot {
    /// Takes a picture of UIKit; its own orientation is not looked at.
    ///
    /// - Throws: `invalidArgument` when it has no pixels.
    package init(_ image: UIImage, orientation: SightGeometry.Orientation)
        throws(DropInError)
    {
        guard let pixels = image.cgImage?.pixels else {
            throw DropInError(
                .invalidArgument, "the UIImage has no CGImage: there are no pixels to look at")
        }
        self.init(.init(pixels, orientation: orientation))
    }

    /// Copies a pixel buffer.
    ///
    /// - Throws: `invalidArgument` for pixel formats other than BGRA, 420f and 420v.
    package init(_ pixelBuffer: CVPixelBuffer, orientation: SightGeometry.Orientation)
        throws(DropInError)
    {
        self.init(.init(try pixelBuffer.copied(), orientation: orientation))
    }

    /// Copies the picture of a sample.
    ///
    /// - Throws: `invalidArgument` when it has none, or one in another pixel format.
    package init(_ sample: CMSampleBuffer, orientation: SightGeometry.Orientation)
        throws(DropInError)
    {
        guard let pixelBuffer = CMSampleBufferGetImageBuffer(sample) else {
            throw DropInError(
                .invalidArgument,
                "the CMSampleBuffer has no CVPixelBuffer: compressed video must be decoded first")
        }
        let time = CMSampleBufferGetPresentationTimeStamp(sample)
        self.init(
            .init(try pixelBuffer.copied(), orientation: orientation),
            time: time.isNumeric ? time.seconds : nil)
    }
}
