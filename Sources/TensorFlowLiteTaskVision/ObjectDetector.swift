public import Foundation
public import MLImage
import MLKitVision
import SightDropIn

/// Finds the objects of images with a model of your own.
///
/// Safe to use from several threads.
#if canImport(ObjectiveC)
    @objcMembers @objc(TFLObjectDetector)
#endif
public final class ObjectDetector: NSObject, Sendable {
    private let detector: TaskDetector

    required init(_ detector: TaskDetector) { self.detector = detector }

    /// Loads a detector.
    ///
    /// - Throws: an `NSError` in `SightErrorDomain`: options that exclude each other, a model that is
    ///   missing or no detector.
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

    /// Finds the objects of an image, best score first.
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
