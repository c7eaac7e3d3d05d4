import Foundation
import SightConcurrency
package import SightGeometry
package import SightTracking

/// Follows the objects of a stream on the calling thread; ``ObjectTracker`` does so for tasks.
///
/// A call blocks its thread until the frame is processed. Any thread may call, and frames are
/// processed one after another. A detection or a classification that runs beside the stream puts
/// its results into the mail of ``state``, from which the next frame takes them.
package final class StreamTracker: @unchecked Sendable {  // Variables: only under `turn`.
    /// Finds boxes and blocks the thread meanwhile.
    package typealias Finding = @Sendable (VisionImage) throws(DetectionError) -> [Detection]
    /// Names a part of an image and blocks the thread meanwhile.
    package typealias Naming =
        @Sendable (VisionImage, SightGeometry.Rect<Upright>) throws(DetectionError) -> [Label]

    let find: Finding
    let name: Naming?
    let options: ObjectTrackerOptions
    /// The number of calls of ``reset()``.
    let resets = Guarded(0)

    var state: StreamState
    /// The number of resets that have taken effect.
    var generation = 0

    private let turn = NSLock()

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
        state = StreamState(
            tracker: TrackingMethod(
                options.tracker ?? SightTracker(), usesPixels: options.usesPixels),
            ranking: ProminenceRanking(margin: options.prominenceMargin))
        if options.reidentificationTime > 0 {
            state.reidentification = Reidentification(patience: options.reidentificationTime)
        }
    }

    /// The number of calls of ``reset()``.
    package var resetCount: Int { resets.current }

    /// Processes the next frame.
    ///
    /// - Parameters:
    ///   - image: the frame.
    ///   - time: the time of the frame.
    ///   - count: the value of ``resetCount`` when the frame arrived; `nil` for its present value.
    /// - Returns: the objects in the frame, the most prominent first.
    /// - Throws: ``DetectionError`` as ``ObjectTracker/objects(in:at:)``.
    package func objects(
        in image: VisionImage, at time: FrameTime, resetCount count: Int? = nil
    ) throws(DetectionError) -> TrackedFrame {
        try process(image, at: time, count) { () throws(DetectionError) in
            try throwFailure()
            return try step(image, at: time)
        }
    }

    /// Processes the next frame and starts to follow the object in a box that a user has drawn.
    ///
    /// - Parameters:
    ///   - box: the box of the object, in upright pixels.
    ///   - image: the frame.
    ///   - time: the time of the frame.
    ///   - count: the value of ``resetCount`` when the frame arrived; `nil` for its present value.
    /// - Returns: the objects in the frame.
    /// - Throws: ``DetectionError`` as ``ObjectTracker/follow(_:in:at:)``.
    package func follow(
        _ box: SightGeometry.Rect<Upright>, in image: VisionImage, at time: FrameTime,
        resetCount count: Int? = nil
    ) throws(DetectionError) -> TrackedFrame {
        guard box.isFinite, !box.clamped(to: image.uprightSize).isEmpty else {
            throw DetectionError(
                .invalidOptions,
                "the box \(box.x), \(box.y), \(box.width)×\(box.height) shows nothing of a frame "
                    + "of \(image.uprightSize.width)×\(image.uprightSize.height)")
        }
        return try process(image, at: time, count) { () throws(DetectionError) in
            try start(box, image, at: time)
            return true
        }
    }

    /// Forgets every object; tracking IDs continue to count up.
    ///
    /// The reset takes effect at once, or after the frame that is being processed. The call of this
    /// frame and the calls that wait end with the code `cancelled`. Results of work beside the
    /// stream are ignored.
    package func reset() {
        resets.withLock { $0 += 1 }
        guard turn.try() else { return }
        forgetIfReset()
        turn.unlock()
    }

    /// Processes a frame after all frames before it; a frame that fails leaves the state unchanged.
    ///
    /// - Parameters:
    ///   - image: the frame.
    ///   - time: the time of the frame.
    ///   - count: the number of resets when the frame arrived; `nil` for the present number.
    ///   - move: moves the tracks to the frame and returns whether it brought new detections.
    /// - Returns: the objects in the frame.
    /// - Throws: the errors of `move` and of the result, `timeNotIncreasing`, and `cancelled` after
    ///   a reset.
    private func process(
        _ image: VisionImage, at time: FrameTime, _ count: Int?,
        _ move: () throws(DetectionError) -> Bool
    ) throws(DetectionError) -> TrackedFrame {
        let count = count ?? resetCount
        turn.lock()
        defer { turn.unlock() }
        forgetIfReset()
        try expectNoReset(since: count)
        takeNames()
        let before = state
        do throws(DetectionError) {
            try prepare(for: image, at: time)
            let hasNewDetections = try move()
            let frame = try result(image, at: time, hasNewDetections: hasNewDetections)
            try expectNoReset(since: count)
            return frame
        } catch {
            state = before
            throw error
        }
    }

    /// Checks the time, and forgets the objects if the frame's size or orientation has changed.
    ///
    /// - Throws: `timeNotIncreasing`.
    private func prepare(for image: VisionImage, at time: FrameTime) throws(DetectionError) {
        let shape = StreamState.Shape(of: image)
        if let last = state.shape, last != shape { state.reset() }
        state.shape = shape
        if let lastTime = state.lastTime, time <= lastTime {
            throw DetectionError(
                .timeNotIncreasing, "a frame at \(time) after one at \(lastTime)")
        }
    }

    private func forgetIfReset() {
        let newest = resetCount
        guard newest != generation else { return }
        generation = newest
        state.reset()
    }

    /// Throws the error of work that ran beside the stream.
    private func throwFailure() throws(DetectionError) {
        let failure = state.mail.withLock { mail in
            defer { mail.failure = nil }
            return mail.failure
        }
        if let failure { throw failure }
    }
}
