// The lines of the guides stay as they are.
// swift-format-ignore-file

import AVFoundation
import MLKit
import UIKit

/// Section 3 of the guide "ML Kit, custom model": images.
public enum CustomModelImages {
    /// A photo.
    public static func photo(_ image: UIImage) -> VisionImage {
        // snippet IT-08 TH-08
        // guide: let image = VisionImage(image: UIImage)
        let visionImage = VisionImage(image: image)  // corrected
        visionImage.orientation = image.imageOrientation
        // end
        return visionImage
    }

    /// A frame of a camera.
    public static func frame(
        _ sampleBuffer: CMSampleBuffer, _ cameraPosition: AVCaptureDevice.Position
    ) -> VisionImage {
        // snippet IT-10 TH-10
        let image = VisionImage(buffer: sampleBuffer)
        image.orientation = imageOrientation(
          deviceOrientation: UIDevice.current.orientation,
          cameraPosition: cameraPosition)
        // end
        return image
    }
}

extension CustomModelImages {
    /// Calls the function of the guide from outside this module.
    public static func orientation(
        _ deviceOrientation: UIDeviceOrientation, _ cameraPosition: AVCaptureDevice.Position
    ) -> UIImage.Orientation {
        imageOrientation(deviceOrientation: deviceOrientation, cameraPosition: cameraPosition)
    }
}

// snippet IT-09 TH-09
func imageOrientation(
  deviceOrientation: UIDeviceOrientation,
  cameraPosition: AVCaptureDevice.Position
) -> UIImage.Orientation {
  switch deviceOrientation {
  case .portrait:
    return cameraPosition == .front ? .leftMirrored : .right
  case .landscapeLeft:
    return cameraPosition == .front ? .downMirrored : .up
  case .portraitUpsideDown:
    return cameraPosition == .front ? .rightMirrored : .left
  case .landscapeRight:
    return cameraPosition == .front ? .upMirrored : .down
  case .faceDown, .faceUp, .unknown:
    return .up
  }
}
// end
