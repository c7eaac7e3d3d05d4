import Foundation
import SightConcurrency
package import SightGeometry
package import SightTracking

/// Follows the objects of a stream on the calling thread; ``ObjectTracker`` does so for tasks.
///
/// A call blocks its thread until the frame is processed. Any thread may call, and frames are
/// processed one after another. A detection or a classification that runs beside the stream puts
/// its results into ``mail``, from which the next frame takes them.
package final class StreamTracker: @unchecked Sendable {  // Variables: only under `turn`.
    /// Finds boxes and blocks the thread meanwhile.
    package typealias Finding = @Sendable (VisionImage) throws(DetectionError) -> [Detection]
    /// Names a part of an image and blocks the thread meanwhile.
    package typealias Naming =
        @Sendable (VisionImage, SightGeometry.Rect<Upright>) throws(DetectionError) -> [Label]

    let find: Finding
    let name: Naming?
    let options: ObjectTrackerOptions
    /// The results of work beside the stream.
    let mail = Guarded(TrackingMail())

    var tracker: TrackingMethod
    /// The tracks of the last frame.
    var tracks: [Track] = []
    var memory = IdentityMemory()
    /// Recognizes objects that return; `nil` if every object that appears is new.
    var reidentification: Reidentification?
    var ranking: ProminenceRanking
    var lastTime: FrameTime?
    private var lastShape: Shape?
    /// The number of frames since the start or the last reset.
    var frameIndex = 0
    /// Whether a detection has finished since the start or the last reset.
    var hasDetected = false
    /// The number of resets that have taken effect.
    var generation = 0

    private let turn = NSLock()

    /// The properties of a frame that must stay the same within a stream.
    private struct Shape: Equatable {
        let size: SightGeometry.Size<Source>
        let orientation: Orientation
    }

    /// Makes a tracker; see ``ObjectTracker/init(localizer:classifier:options:)``.
    package convenience init(
        localizer: Localizer?, classifier: Classifier?, options: ObjectTrackerOptions
    ) {
        var options = options
        if localizer == nil { options.schedule = .never }
        let threshold = localizer?.scoreThreshold
        let tracker =
            options.tracker
            ?? SightTracker(options: SightTrackerOptions(detectorThreshold: threshold))
        options.tracker = tracker
        let least = threshold.map { min($0, tracker.lowestUsefulScore ?? $0) }
        let finding: Finding = { image throws(DetectionError) in
            guard let localizer else { return [] }
            return try localizer.detections(in: image, above: least ?? -.infinity)
        }
        var naming: Naming?
        if let classifier {
            naming = { image, region throws(DetectionError) in
                try classifier.labels(in: image, region: region)
            }
        }
        self.init(options: options, finding: finding, naming: naming)
    }

    /// Makes a tracker from functions.
    package init(
        options: ObjectTrackerOptions, finding: @escaping Finding, naming: Naming? = nil
    ) {
        self.options = options
        find = finding
        name = options.isClassificationEnabled ? naming : nil
        tracker = TrackingMethod(
            options.tracker ?? SightTracker(), usesPixels: options.usesPixels)
        ranking = ProminenceRanking(margin: options.prominenceMargin)
        if options.reidentificationTime > 0 {
            reidentification = Reidentification(patience: options.reidentificationTime)
        }
    }

    /// Processes the next frame.
    ///
    /// - Returns: the objects in it, the most prominent first.
    /// - Throws: ``DetectionError`` as ``ObjectTracker/objects(in:at:)``.
    package func objects(in image: VisionImage, at time: FrameTime) throws(DetectionError)
        -> TrackedFrame
    {
        try inTurn { () throws(DetectionError) in
            try prepare(for: image, at: time)
            try throwFailure()
            let hasNewDetections = try step(image, at: time)
            return try result(image, at: time, hasNewDetections: hasNewDetections)
        }
    }

    /// Processes the next frame and starts to follow the object in a box that a user has drawn.
    ///
    /// - Returns: the objects in the frame.
    /// - Throws: ``DetectionError`` as ``ObjectTracker/follow(_:in:at:)``.
    package func follow(
        _ box: SightGeometry.Rect<Upright>, in image: VisionImage, at time: FrameTime
    ) throws(DetectionError) -> TrackedFrame {
        guard box.isFinite, !box.clamped(to: image.uprightSize).isEmpty else {
            throw DetectionError(
                .invalidOptions,
                "the box \(box.x), \(box.y), \(box.width)×\(box.height) shows nothing of a frame "
                    + "of \(image.uprightSize.width)×\(image.uprightSize.height)")
        }
        return try inTurn { () throws(DetectionError) in
            try prepare(for: image, at: time)
            try start(box, image, at: time)
            return try result(image, at: time, hasNewDetections: true)
        }
    }

    /// Forgets every object; tracking IDs continue to count up.
    ///
    /// The reset takes effect at once, or after the frame that is being processed: this one ends
    /// with the code `cancelled`, unless its tracks have already moved. Results of work beside the
    /// stream are ignored.
    package func reset() {
        mail.withLock { $0 = TrackingMail(generation: $0.generation + 1) }
        guard turn.try() else { return }
        forgetIfReset()
        turn.unlock()
    }

    private func inTurn<Value>(_ body: () throws(DetectionError) -> Value) throws(DetectionError)
        -> Value
    {
        turn.lock()
        defer { turn.unlock() }
        return try body()
    }

    /// Checks the time, and forgets the objects after a reset or if the frame's size or orientation
    /// has changed.
    ///
    /// - Throws: `timeNotIncreasing`.
    private func prepare(for image: VisionImage, at time: FrameTime) throws(DetectionError) {
        let shape = Shape(size: image.sourceSize, orientation: image.orientation)
        if let lastShape, lastShape != shape { reset() }
        lastShape = shape
        forgetIfReset()
        takeNames()
        if let lastTime, time <= lastTime {
            throw DetectionError(
                .timeNotIncreasing, "a frame at \(time) after one at \(lastTime)")
        }
    }

    private func forgetIfReset() {
        let newest = mail.current.generation
        guard newest != generation else { return }
        generation = newest
        tracker.reset()
        tracks = []
        memory.reset()
        reidentification?.reset()
        ranking.reset()
        frameIndex = 0
        hasDetected = false
        lastTime = nil
    }

    /// Throws the error of work that ran beside the stream.
    private func throwFailure() throws(DetectionError) {
        let failure = mail.withLock { mail in
            defer { mail.failure = nil }
            return mail.failure
        }
        if let failure { throw failure }
    }
}
