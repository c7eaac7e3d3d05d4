// The lines of the guides stay as they are.
// swift-format-ignore-file

import Foundation
import MLKit

/// Sections 4 and 5 of the guide "ML Kit, custom model": detecting.
public enum CustomModelDetection {
    /// Makes a detector.
    public static func detector(_ options: CustomObjectDetectorOptions) -> ObjectDetector {
        // snippet IT-11 TH-11
        let objectDetector = ObjectDetector.objectDetector(options: options)
        // end
        return objectDetector
    }

    /// Detects with a callback; `show` receives `nil` where the guide handles the error.
    public static func process(
        _ objectDetector: ObjectDetector, _ image: VisionImage,
        _ show: @escaping ([Object]?) -> Void
    ) {
        // snippet IT-12 TH-12
        objectDetector.process(image) { objects, error in
            guard error == nil, let objects = objects, !objects.isEmpty else {
                // Handle the error.
                show(nil)  // test
                return
            }
            // Show results.
            show(objects)  // test
        }
        // end
    }

    /// Detects with a blocking call; `show` receives `nil` where the guide handles the error.
    public static func results(
        _ objectDetector: ObjectDetector, _ image: VisionImage, _ show: ([Object]?) -> Void
    ) {
        // snippet IT-13 TH-13
        var objects: [Object]
        do {
            objects = try objectDetector.results(in: image)
        } catch let error {
            // Handle the error.
            show(nil)  // test
            return
        }
        // Show results.
        // end
        show(objects)
    }

    /// The descriptions of the objects, with the guide's lines.
    public static func descriptions(_ objects: [Object]) -> [String] {
        var descriptions: [String] = []
        // snippet IT-14 TH-14
        // objects contains one item if multiple object detection wasn't enabled.
        for object in objects {
          let frame = object.frame
          let trackingID = object.trackingID
          let description = object.labels.enumerated().map { (index, label) in
            "Label \(index): \(label.text), \(label.confidence), \(label.index)"
          }.joined(separator: "\n")
          descriptions.append("\(frame) \(trackingID?.stringValue ?? "-")\n\(description)")  // test
        }
        // end
        return descriptions
    }
}
