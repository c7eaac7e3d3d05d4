import Dispatch

/// The moments at which the frames of a source are due if it plays at its own speed.
struct PlaySchedule {
    /// The schedule of a pipe moves if a frame would wait longer than this many seconds.
    private static let longestWait = 10.0
    /// The seconds of a pipe's opening that count as the beginning of its video.
    private static let longestOpening = 5.0

    private var arrival: FrameArrival
    /// When the frame at the time 0 is due.
    private var start = DispatchTime.now()
    /// The seconds of the video that are skipped.
    private var skipped = 0.0

    /// Notes that the source begins to be opened.
    init(_ arrival: FrameArrival) { self.arrival = arrival }

    /// Notes that the source is open.
    ///
    /// Frames that were sent while the pipe was opening are already late; without this correction
    /// all frames would be.
    ///
    /// - Parameter isStored: whether the source has an end, as a file at an address has.
    mutating func begin(isStored: Bool) {
        if isStored { arrival = .stored }
        let now = DispatchTime.now()
        start = arrival == .piped ? max(start, now - Self.longestOpening) : now
    }

    /// Returns when a frame is due; `nil` for a frame that is due when it arrives.
    mutating func due(_ seconds: Double) -> DispatchTime? {
        guard arrival != .live else { return nil }
        let due = start + (seconds - skipped)
        guard arrival == .piped, due > .now() + Self.longestWait else { return due }
        let now = DispatchTime.now()
        skipped += Double(due.uptimeNanoseconds - now.uptimeNanoseconds) / 1e9
        return now
    }
}
