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
    /// Finds boxes and blocks the thread meanwhile.
    package typealias Finding = @Sendable (VisionImage) throws(DetectionError) -> [Detection]
    /// Names a part of an image and blocks the thread meanwhile.
    package typealias Naming =
        @Sendable (VisionImage, Rect<Upright>) throws(DetectionError) -> [Label]

    let find: Finding
    let name: Naming?
    let options: ObjectTrackerOptions

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
    /// The number of resets; results of work that began before the last one are ignored.
    var generation = 0
    /// Whether a detection runs beside the stream.
    var isDetecting = false
    /// The result of a detection beside the stream, until the next frame takes it.
    var arrival: Arrival?
    /// The error of a detection or a classification beside the stream, until the next frame throws
    /// it.
    private var failure: DetectionError?

    private var isBusy = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    /// The properties of a frame that must stay the same within a stream.
    private struct Shape: Equatable {
        let size: Size<Source>
        let orientation: Orientation
    }

    /// The detections that ran beside the stream, and the positions of the tracks in their frame.
    struct Arrival: Sendable {
        let detections: [Detection]
        let motion: BoxMotion
    }

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
    /// - Parameters:
    ///   - image: the frame; frames are assumed to follow one another.
    ///   - time: the time of the frame, which must be later than that of the frame before.
    /// - Returns: the objects in it, the most prominent first.
    /// - Throws: ``DetectionError`` with code `timeNotIncreasing`, `invalidImage`, `invalidModel`
    ///   or `cancelled`; the stream then continues as if the frame had not been there. The error of
    ///   a detection or a classification beside the stream comes with the next frame.
    public func objects(in image: VisionImage, at time: FrameTime) async throws(DetectionError)
        -> TrackedFrame
    {
        await takeTurn()
        defer { endTurn() }
        try prepare(for: image, at: time)
        let hasNewDetections = try await step(image, at: time)
        return try await result(image, at: time, hasNewDetections: hasNewDetections)
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
    ///   box without content.
    public func follow(_ box: Rect<Upright>, in image: VisionImage, at time: FrameTime)
        async throws(DetectionError) -> TrackedFrame
    {
        await takeTurn()
        defer { endTurn() }
        guard box.isFinite, !box.clamped(to: image.uprightSize).isEmpty else {
            throw DetectionError(
                .invalidOptions,
                "the box \(box.x), \(box.y), \(box.width)×\(box.height) shows nothing of a frame "
                    + "of \(image.uprightSize.width)×\(image.uprightSize.height)")
        }
        try prepare(for: image, at: time)
        try await start(box, image, at: time)
        return try await result(image, at: time, hasNewDetections: true)
    }

    /// Forgets every object; tracking IDs continue to count up.
    ///
    /// The reset takes effect before the next frame; the result of a running detection is ignored.
    public func reset() {
        generation += 1
        (arrival, failure) = (nil, nil)
        isDetecting = false
        tracker.reset()
        tracks = []
        memory.reset()
        reidentification?.reset()
        ranking.reset()
        frameIndex = 0
        hasDetected = false
        lastTime = nil
    }

    /// Keeps the error of work that ran beside the stream for the next frame.
    func fail(_ error: DetectionError, _ generation: Int) {
        guard generation == self.generation, error.code != .cancelled else { return }
        failure = failure ?? error
    }

    /// Checks the time, and resets the tracker if the frame's size or orientation has changed.
    ///
    /// - Throws: `cancelled`, `timeNotIncreasing`, and the error of work beside the stream.
    private func prepare(for image: VisionImage, at time: FrameTime) throws(DetectionError) {
        guard !Task.isCancelled else { throw DetectionError.cancelled }
        let shape = Shape(size: image.sourceSize, orientation: image.orientation)
        if let lastShape, lastShape != shape { reset() }
        lastShape = shape
        if let lastTime, time <= lastTime {
            throw DetectionError(
                .timeNotIncreasing, "a frame at \(time) after one at \(lastTime)")
        }
        guard let failure else { return }
        self.failure = nil
        throw failure
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
