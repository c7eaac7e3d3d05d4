public import Foundation
import SightDropIn
import SightTasks

/// Finds the objects of images, videos or a live stream with a model of your own.
///
/// Safe to use from several threads.
#if canImport(ObjectiveC)
    @objcMembers @objc(MPPObjectDetector)
#endif
public final class ObjectDetector: NSObject, Sendable {
    private let detector: TaskDetector
    private let task: VisionTask<[TaskDetector.Detection]>
    /// Set in `init` alone; the runtime clears a weak reference atomically.
    nonisolated(unsafe) private weak var receiver: (any ObjectDetectorLiveStreamDelegate)?

    /// Makes a detector of single images.
    ///
    /// - Throws: an `NSError` in `SightErrorDomain`.
    public convenience init(modelPath: String) throws {
        let options = ObjectDetectorOptions()
        options.baseOptions.modelAssetPath = modelPath
        try self.init(options: options)
    }

    /// Makes a detector.
    ///
    /// - Throws: an `NSError` in `SightErrorDomain`: options that exclude each other, a model that
    ///   is missing or no detector, a live stream without a delegate.
    public init(options: ObjectDetectorOptions) throws {
        receiver = options.objectDetectorLiveStreamDelegate
        do throws(DropInError) {
            task = try VisionTask(
                options.runningMode, hasDelegate: options.objectDetectorLiveStreamDelegate != nil)
            detector = try TaskDetector(options.configuration)
        } catch {
            throw error.nsError
        }
    }

    /// Finds the objects of an image; for the running mode `image`.
    ///
    /// - Throws: an `NSError` in `SightErrorDomain`.
    #if canImport(ObjectiveC)
        @objc(detectImage:error:)
    #endif
    public func detect(image: MPImage) throws -> ObjectDetectorResult {
        ObjectDetectorResult(try task.image(image, detector.detections), at: 0)
    }

    /// Finds the objects of a frame; for the running mode `video`.
    ///
    /// - Throws: an `NSError` in `SightErrorDomain`, also for a time that does not rise.
    #if canImport(ObjectiveC)
        @objc(detectVideoFrame:timestampInMilliseconds:error:)
    #endif
    public func detect(videoFrame image: MPImage, timestampInMilliseconds: Int) throws
        -> ObjectDetectorResult
    {
        ObjectDetectorResult(
            try task.video(image, at: timestampInMilliseconds, detector.detections),
            at: timestampInMilliseconds)
    }

    /// Finds the objects of a frame later; for the running mode `liveStream`.
    ///
    /// The delegate gets the result. While the detector is busy, only the newest frame waits.
    ///
    /// - Throws: an `NSError` in `SightErrorDomain`, also for a time that does not rise.
    #if canImport(ObjectiveC)
        @objc(detectAsyncImage:timestampInMilliseconds:error:)
    #endif
    public func detectAsync(image: MPImage, timestampInMilliseconds: Int) throws {
        let detector = detector
        try task.live(
            image, at: timestampInMilliseconds,
            { (frame) throws(DropInError) in try detector.detections(in: frame) },
            then: { [weak self] in self?.tell($0, timestampInMilliseconds) })
    }

    private func tell(_ found: Result<[TaskDetector.Detection], NSError>, _ milliseconds: Int) {
        let result = found.map { ObjectDetectorResult($0, at: milliseconds) }
        receiver?.objectDetector(
            self, didFinishDetection: result.success, timestampInMilliseconds: milliseconds,
            error: result.failure)
    }
}
