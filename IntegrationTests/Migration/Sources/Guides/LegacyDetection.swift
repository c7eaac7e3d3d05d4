// The lines of the guides stay as they are.
// swift-format-ignore-file

import Firebase
import Foundation

/// Section 2 of the guide "Firebase ML Vision": detecting.
public enum LegacyDetection {
    /// Detects with a callback; `show` receives `nil` for an error and `[]` for no objects.
    public static func process(
        _ objectDetector: VisionObjectDetector, _ image: VisionImage,
        _ show: @escaping ([VisionObject]?) -> Void
    ) {
        // snippet VI-08 HI-08
        objectDetector.process(image) { detectedObjects, error in
          guard error == nil else {
            // Error.
            show(nil)  // test
            return
          }
          guard let detectedObjects = detectedObjects, !detectedObjects.isEmpty else {
            // No objects detected.
            show([])  // test
            return
          }

          // Success. Get object info here.
          // ...
          show(detectedObjects)  // test
        }
        // end
    }

    /// Detects with a blocking call; `show` receives `nil` for an error and `[]` for no objects.
    public static func results(
        _ objectDetector: VisionObjectDetector, _ image: VisionImage,
        _ show: ([VisionObject]?) -> Void
    ) {
        // snippet VI-09 HI-09
        var results: [VisionObject]? = nil
        do {
          results = try objectDetector.results(in: image)
        } catch let error {
          print("Failed to detect object with error: \(error.localizedDescription).")
          show(nil)  // test
          return
        }
        guard let detectedObjects = results, !detectedObjects.isEmpty else {
          print("Object detector returned no results.")
          show([])  // test
          return
        }

        // ...
        // end
        show(detectedObjects)
    }

    /// The properties of each object.
    public static func facts(_ detectedObjects: [VisionObject]) -> [String] {
        var facts: [String] = []
        // snippet VI-10 HI-10
        // detectedObjects contains one item if multiple object detection wasn't enabled.
        for obj in detectedObjects {
          let bounds = obj.frame
          let id = obj.trackingID

          // If classification was enabled:
          let category = obj.classificationCategory
          let confidence = obj.confidence
          facts.append("\(bounds) \(id?.intValue ?? -1) \(category) \(confidence ?? -1)")  // test
        }
        // end
        return facts
    }
}
