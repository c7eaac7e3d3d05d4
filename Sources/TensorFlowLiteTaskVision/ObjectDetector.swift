public import Foundation
public import MLImage
import MLKitVision
import SightDropIn
import SightTasks

/// Finds objects in images with your own model.
///
/// Several threads may use a detector.
#if canImport(ObjectiveC)
    @objcMembers @objc(TFLObjectDetector)
#endif
public final class ObjectDetector: NSObject, Sendable {
    private let detector: TaskDetector

    required init(_ detector: TaskDetector) { self.detector = detector }

    /// Loads a detector.
    ///
    /// - Throws: an `NSError` in `SightErrorDomain` for options that exclude each other, and for a
    ///   model that is missing or no detector.
    #if canImport(ObjectiveC)
        @objc(objectDetectorWithOptions:error:)
    #endif
    public class func detector(options: ObjectDetectorOptions) throws -> Self {
        do throws(DropInError) {
            return self.init(try TaskDetector(options.configuration))
        } catch {
            throw error.nsError
        }
    }

    /// Finds the objects of an image, and returns the best score first.
    ///
    /// - Throws: an `NSError` in `SightErrorDomain`.
    #if canImport(ObjectiveC)
        @objc(detectWithGMLImage:error:)
    #endif
    public func detect(mlImage image: MLImage) throws -> DetectionResult {
        do throws(DropInError) {
            return DetectionResult(try detector.detections(in: try FrameSnapshot(image)))
        } catch {
            throw error.nsError
        }
    }
}
