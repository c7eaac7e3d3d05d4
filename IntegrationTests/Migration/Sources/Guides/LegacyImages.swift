// The lines of the guides stay as they are.
// swift-format-ignore-file

import AVFoundation
import Firebase
import UIKit

/// Section 2 of the guide "Firebase ML Vision": images.
public enum LegacyImages {
    /// A photo that is upright.
    public static func photo(_ uiImage: UIImage) -> VisionImage {
        // snippet VI-04 HI-04
        let image = VisionImage(image: uiImage)
        // end
        return image
    }

    /// The metadata for frames of the back camera.
    public static func metadata() -> VisionImageMetadata {
        // snippet VI-06 HI-06
        let cameraPosition = AVCaptureDevice.Position.back  // Set to the capture device you used.
        let metadata = VisionImageMetadata()
        metadata.orientation = imageOrientation(
            deviceOrientation: UIDevice.current.orientation,
            cameraPosition: cameraPosition
        )
        // end
        return metadata
    }

    /// A frame of a camera.
    public static func frame(_ sampleBuffer: CMSampleBuffer, _ metadata: VisionImageMetadata)
        -> VisionImage
    {
        // snippet VI-07 HI-07
        let image = VisionImage(buffer: sampleBuffer)
        image.metadata = metadata
        // end
        return image
    }
}

extension LegacyImages {
    /// Calls the function of the guide from outside this module.
    public static func orientation(
        _ deviceOrientation: UIDeviceOrientation, _ cameraPosition: AVCaptureDevice.Position
    ) -> VisionDetectorImageOrientation {
        imageOrientation(deviceOrientation: deviceOrientation, cameraPosition: cameraPosition)
    }
}

// snippet VI-05 HI-05
func imageOrientation(
    deviceOrientation: UIDeviceOrientation,
    cameraPosition: AVCaptureDevice.Position
    ) -> VisionDetectorImageOrientation {
    switch deviceOrientation {
    case .portrait:
        return cameraPosition == .front ? .leftTop : .rightTop
    case .landscapeLeft:
        return cameraPosition == .front ? .bottomLeft : .topLeft
    case .portraitUpsideDown:
        return cameraPosition == .front ? .rightBottom : .leftBottom
    case .landscapeRight:
        return cameraPosition == .front ? .topRight : .bottomRight
    case .faceDown, .faceUp, .unknown:
        return .leftTop
    }
}
// end
