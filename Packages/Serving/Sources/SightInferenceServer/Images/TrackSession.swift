import Sight

/// The stream of one camera, whose objects keep their identities from frame to frame.
actor TrackSession {
    private let tracker: ObjectTracker
    private var frames = 0
    private var isBusy = false
    private var waiting: [CheckedContinuation<Void, Never>] = []
    /// The time at which the last frame arrived or was finished.
    private(set) var lastUsed = ContinuousClock.now

    /// The limit of waiting frames; more would only make all of them late.
    private static let capacity = 4

    init(_ tracker: ObjectTracker) { self.tracker = tracker }

    /// Tracks the objects of the next frame, which `decode` decodes.
    ///
    /// `number` is the client's number of the frame: it must rise, and may skip frames. Throws
    /// ``ServeError``: `overloaded`, and `conflict` for frames out of order.
    func take(
        number: Int?, seconds: Double?, session: String,
        decode: @Sendable () async throws -> MeasuredImage
    ) async throws -> TrackedFrameReport {
        guard waiting.count < Self.capacity else {
            throw ServeError(
                .overloaded, "session \"\(session)\" has \(waiting.count) frames waiting",
                retryAfter: 1)
        }
        await takeTurn()
        defer { endTurn() }
        if let number, number < frames {
            throw ServeError(
                .conflict, "session \"\(session)\": frame \(number) comes after frame \(frames - 1)"
            )
        }
        let decoded = try await decode()
        let found: TrackedFrame
        do throws(DetectionError) {
            if let seconds {
                found = try await tracker.objects(in: decoded.image, at: .seconds(seconds))
            } else {
                found = try await tracker.objects(in: decoded.image)
            }
        } catch {
            guard error.code != .timeNotIncreasing else { throw Self.notLater(session, seconds) }
            throw ServeError(error.code == .cancelled ? .cancelled : .invalid, error.message)
        }
        let index = number ?? frames
        frames = index + 1
        return TrackedFrameReport(
            found, session: session, frame: index, isDamaged: decoded.isDamaged)
    }

    /// Makes the error for a frame that is not later than the one before.
    ///
    /// The tracker's own message has the clock of this machine for frames without `time`.
    private static func notLater(_ session: String, _ seconds: Double?) -> ServeError {
        let frame = seconds.map { "the frame with time=\($0)" } ?? "the frame without time"
        return ServeError(
            .conflict,
            "session \"\(session)\": \(frame) is not later than the one before; send a rising time "
                + "with each frame, or with none")
    }

    /// Whether no frame has been tracked since a moment and none waits.
    func isIdle(since moment: ContinuousClock.Instant) -> Bool {
        !isBusy && waiting.isEmpty && lastUsed < moment
    }

    private func takeTurn() async {
        lastUsed = .now
        guard isBusy else {
            isBusy = true
            return
        }
        await withCheckedContinuation { waiting.append($0) }
    }

    private func endTurn() {
        lastUsed = .now
        if waiting.isEmpty {
            isBusy = false
        } else {
            waiting.removeFirst().resume()
        }
    }
}
