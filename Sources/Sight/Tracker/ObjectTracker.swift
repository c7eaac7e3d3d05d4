public import SightGeometry
public import SightTracking

/// Follows the objects of a stream: an object keeps its tracking ID from frame to frame.
///
/// Frames come one after the other through ``objects(in:at:)``, or as a sequence through
/// ``results(of:whenLate:)``. The localizer runs on the frames that the options select; in between,
/// objects are followed. A change of the frame size or orientation has the effect of ``reset()``. A
/// tracking ID is positive and never used again, not even after a reset.
///
/// Calls are processed in their order. Of the frames, only the luma of the latest one is kept, for
/// a tracker that reads pixels; a detection or a classification that runs beside the stream keeps
/// its frame until it ends.
public actor ObjectTracker {
    private let stream: StreamTracker

    private var isBusy = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    /// Makes a tracker.
    ///
    /// A classifier names nothing until ``ObjectTrackerOptions/isClassificationEnabled`` is set.
    ///
    /// - Parameters:
    ///   - localizer: finds the boxes; `nil` to follow only the objects of ``follow(_:in:at:)``.
    ///   - classifier: names them if the options enable classification, which they do not by
    ///     default.
    ///   - options: which objects to follow and to return.
    public init(
        localizer: Localizer?, classifier: Classifier? = nil,
        options: ObjectTrackerOptions = ObjectTrackerOptions()
    ) {
        stream = StreamTracker(localizer: localizer, classifier: classifier, options: options)
    }

    /// Makes a tracker from functions.
    package init(
        options: ObjectTrackerOptions, finding: @escaping StreamTracker.Finding,
        naming: StreamTracker.Naming? = nil
    ) {
        stream = StreamTracker(options: options, finding: finding, naming: naming)
    }

    /// Processes the next frame.
    ///
    /// - Parameters:
    ///   - image: the frame; frames are assumed to follow one another.
    ///   - time: the time of the frame, which must be later than that of the frame before.
    /// - Returns: the objects in it, the most prominent first.
    /// - Throws: ``DetectionError`` with code `timeNotIncreasing`, `invalidImage`, `invalidModel`
    ///   or `cancelled`; the stream then continues as if the frame had not been there. A call that
    ///   runs or waits during a ``reset()`` throws `cancelled`. The error of a detection or a
    ///   classification beside the stream comes with the next call.
    public func objects(in image: VisionImage, at time: FrameTime) async throws(DetectionError)
        -> TrackedFrame
    {
        let (stream, resetCount) = (stream, stream.resetCount)
        return try await inTurn { () throws(DetectionError) in
            try stream.objects(in: image, at: time, resetCount: resetCount)
        }
    }

    /// Processes the next frame, with the current time.
    ///
    /// - Throws: as ``objects(in:at:)``.
    public func objects(in image: VisionImage) async throws(DetectionError) -> TrackedFrame {
        try await objects(in: image, at: .now)
    }

    /// Processes the next frame and starts to follow the object in a box that a user has drawn.
    ///
    /// The object keeps its tracking ID if the tracker already follows it. It stays the first of
    /// the results while the tracker finds it, however prominent others are.
    ///
    /// - Parameters:
    ///   - box: the box of the object, in upright pixels.
    ///   - image: the frame.
    ///   - time: the time of the frame, which must be later than that of the frame before.
    /// - Returns: the objects in the frame; they include this one if the tracker confirms it at
    ///   once.
    /// - Throws: ``DetectionError`` as ``objects(in:at:)``, and with code `invalidOptions` for a
    ///   box without content. The error of work beside the stream waits for the next call of
    ///   ``objects(in:at:)``, so that the box is not lost.
    public func follow(_ box: Rect<Upright>, in image: VisionImage, at time: FrameTime)
        async throws(DetectionError) -> TrackedFrame
    {
        let (stream, resetCount) = (stream, stream.resetCount)
        return try await inTurn { () throws(DetectionError) in
            try stream.follow(box, in: image, at: time, resetCount: resetCount)
        }
    }

    /// Forgets every object; tracking IDs continue to count up.
    ///
    /// The reset takes effect before the next frame. A call that runs or waits during the reset
    /// throws ``DetectionError`` with code `cancelled`. The result of a detection or a
    /// classification beside the stream is ignored.
    public func reset() { stream.reset() }

    /// Runs a body on a compute thread after all calls before this one.
    private func inTurn(_ body: @escaping @Sendable () throws(DetectionError) -> TrackedFrame)
        async throws(DetectionError) -> TrackedFrame
    {
        await takeTurn()
        defer { endTurn() }
        guard !Task.isCancelled else { throw DetectionError.cancelled }
        return try await Compute.run(body)
    }

    private func takeTurn() async {
        guard isBusy else {
            isBusy = true
            return
        }
        await withCheckedContinuation { waiting.append($0) }
    }

    /// The number of calls that wait for their turn.
    package var waitingCount: Int { waiting.count }

    private func endTurn() {
        if waiting.isEmpty {
            isBusy = false
        } else {
            waiting.removeFirst().resume()
        }
    }
}
