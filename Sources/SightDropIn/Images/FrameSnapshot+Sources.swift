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
    /// Takes a UIKit image; its own orientation is ignored.
    ///
    /// The thread that reads the pixels draws them, so a call on the main thread does not wait.
    ///
    /// - Throws: `invalidArgument` if it has no pixels.
    package init(_ image: UIImage, orientation: SightGeometry.Orientation)
        throws(DropInError)
    {
        guard let pixels = image.cgImage?.deferredPixels else {
            throw DropInError(
                .invalidArgument, "the UIImage has no CGImage: there are no pixels to look at")
        }
        self.init(.init(pixels, orientation: orientation))
    }

    /// Takes a pixel buffer, which is read in place and retained until then.
    ///
    /// - Throws: `invalidArgument` for pixel formats other than BGRA, 420f and 420v.
    package init(_ pixelBuffer: CVPixelBuffer, orientation: SightGeometry.Orientation)
        throws(DropInError)
    {
        do throws(ImageError) {
            self.init(try Sight.VisionImage(pixelBuffer, orientation: orientation))
        } catch {
            throw DropInError(error)
        }
    }

    /// Takes the image of a sample buffer, which is read in place and retained until then.
    ///
    /// - Throws: `invalidArgument` if the sample has no image, or one in another pixel format.
    package init(_ sample: CMSampleBuffer, orientation: SightGeometry.Orientation)
        throws(DropInError)
    {
        let time = CMSampleBufferGetPresentationTimeStamp(sample)
        do throws(ImageError) {
            self.init(
                try Sight.VisionImage(sample, orientation: orientation),
                time: time.isNumeric ? time.seconds : nil)
        } catch {
            throw DropInError(error)
        }
    }
}
