import ArgumentParser
import Foundation
import Sight
import SightGeometry
import SightTracking
import SightVideoIO

/// `sight track`: tracks the objects of a video.
struct TrackCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "track",
        abstract: "Track the objects of a video: each keeps its tracking ID.",
        discussion: """
            Takes a video file, a folder or pattern of images, a camera, an RTSP or HTTP address, \
            or - for standard input. Of a camera, and of an address that states no length, frames \
            that come too late are dropped; --all-frames keeps them and falls behind. Prints a \
            line for each object at the end. Boxes are [x, y, width, height] in pixels from the \
            top-left corner of the upright frame. Ctrl-C ends early and completes every output.

            EXAMPLES:
              sight track --model ssd.tflite --out annotated.mp4 --show-trails street.mp4
              sight track --model ssd.tflite --every 5 --jsonl tracks.jsonl street.mp4
              sight track --model ssd.tflite --serve 8080 /dev/video0
              sight track --model ssd.tflite --jsonl - rtsp://camera/stream
              sight track --init 120,80,60,140 --out one.mp4 race.mp4
              sight track --detections det.txt --mot out.txt --frames img1/
              ls videos/*.mp4 | sight track --paths-from - > tracks.jsonl
            """)

    @OptionGroup var models: DetectModelOptions
    @OptionGroup var outputs: TrackOutputOptions
    @OptionGroup var batch: BatchOptions

    @Option(
        help: "The tracker: sight, sort, bytetrack or ocsort.",
        transform: trackerKind)
    var tracker = TrackerKind.sight

    @Option(
        help: """
            Run the detector on every n-th frame and track objects in between; not with --realtime.
            """)
    var every = 1

    @Flag(
        help: """
            Read files at their own speed and drop the frames that come too late; not with --every \
            or --all-frames.
            """)
    var realtime = false

    @Flag(
        help: """
            Track every frame of a camera or an address, even if that takes longer; not with \
            --realtime.
            """)
    var allFrames = false

    @Option(
        help: ArgumentHelp(
            "Connect to a lost address again for so long; 0 for not at all, 60 by default.",
            valueName: "seconds"))
    var reconnect: Double?

    @Option(
        name: .customLong("init"),
        help: ArgumentHelp(
            "Follow what is in this box of the first frame; add --every N to detect as well.",
            valueName: "x,y,width,height"))
    var initialBox: BoxArgument?

    @Option(
        help: ArgumentHelp(
            "Read detections from a file in MOTChallenge format and use no model.",
            valueName: "file")
    )
    var detections: String?

    @Option(
        help: ArgumentHelp(
            "The video or the images in which --detections were found.", valueName: "video"))
    var frames: String?

    @Option(
        help: "Frames per second of images, of --detections alone, or of a stream without times.")
    var fps: Double?

    @Flag(help: "Recognize an object that returns within a minute by its colors.")
    var reidentify = false

    @Flag(help: "Open addresses whose certificate this machine does not trust or cannot check.")
    var anyCertificate = false
    @Flag(help: "Return only the most prominent object; not with --max.")
    var prominent = false

    @Option(
        name: .customLong("max"),
        help: "Return at most this many objects, all by default; not with --prominent.")
    var maximum: Int?

    @Argument(help: "A video, a folder or pattern of images, a camera, an address, or -.")
    var input: String?

    func validate() throws {
        if let maximum, maximum < 1 {
            throw ValidationError("--max \(maximum) is not 1 or more")
        }
        if prominent, maximum != nil {
            throw ValidationError("--prominent and --max exclude each other")
        }
        guard every >= 1 else { throw ValidationError("--every \(every) is not 1 or more") }
        if realtime, every > 1 {
            throw ValidationError("--realtime and --every exclude each other")
        }
        if realtime, allFrames {
            throw ValidationError("--realtime and --all-frames exclude each other")
        }
        if let reconnect, !(reconnect >= 0 && reconnect < 1e6) {
            throw ValidationError("--reconnect \(reconnect) is not 0 or more and below 1,000,000")
        }
        if followsBoxAlone, tracker != .sight {
            throw ValidationError(
                "--init follows the pixels in the box, which only the tracker sight reads: leave "
                    + "--tracker away, or add --every N to detect as well")
        }
        if let fps, !(fps > 0 && fps <= 1000) {
            throw ValidationError("--fps \(fps) is not above 0 and at most 1000")
        }
        if batch.pathsFrom != nil {
            try validateBatch()
        } else if detections != nil {
            try validateDetections()
        } else if input == nil {
            throw ValidationError(
                "give a video, or detections in MOTChallenge format with --detections")
        } else if frames != nil {
            throw ValidationError(
                "--frames is used only with --detections; give a video without an option")
        } else {
            try validateVideo()
        }
    }

    /// Checks that no option is given that a video, or these outputs, would ignore.
    private func validateVideo() throws {
        if let fps, let input, !VideoInput(input).takesFrameRate {
            throw ValidationError(
                "--fps \(fps) is the rate of a folder or pattern of images, or of a camera: "
                    + "\(name) has times of its own")
        }
        if allFrames, !isLive {
            throw ValidationError(
                "--all-frames has no effect: every frame of \(name) is tracked without it")
        }
        if reconnect != nil, !isAddress {
            throw ValidationError("--reconnect has no effect: \(name) is not an address")
        }
        guard !outputs.showTrails || outputs.drawsFrames else {
            throw ValidationError(
                "--show-trails draws into the frames of --out or --serve: add one of them")
        }
        if followsBoxAlone, let option = models.given.first {
            throw ValidationError(
                "\(option) has no effect: --init follows the box without a model; add --every N to "
                    + "detect as well")
        }
    }

    /// Checks that detections from a file have no options that only a video has.
    private func validateDetections() throws {
        guard !reidentify || frames != nil else {
            throw ValidationError(
                "--reidentify compares colors: add --frames VIDEO to --detections")
        }
        guard outputs.mot != nil, outputs.isTextAlone, input == nil else {
            throw ValidationError(
                "--detections writes to --mot FILE alone and takes no input but --frames VIDEO")
        }
        guard every == 1, !realtime, initialBox == nil, !prominent, maximum == nil else {
            throw ValidationError(
                "--detections tracks all boxes of the file and excludes --every, --realtime, --init, "
                    + "--prominent and --max")
        }
        guard !allFrames, reconnect == nil else {
            throw ValidationError("--detections excludes --all-frames and --reconnect")
        }
        if let option = models.given.first {
            throw ValidationError(
                "\(option) has no effect: --detections reads the boxes of a file and uses no model")
        }
    }

    /// Checks that a list of videos has no other output: its answers go to standard output.
    private func validateBatch() throws {
        if input != nil {
            throw ValidationError(
                "\(name) and --paths-from exclude each other: give a video, or a list of them")
        }
        guard detections == nil, frames == nil else {
            throw ValidationError("--detections and --frames exclude --paths-from")
        }
        guard !allFrames, reconnect == nil else {
            throw ValidationError("--paths-from excludes --all-frames and --reconnect")
        }
        guard !realtime, initialBox == nil, outputs.isEmpty else {
            throw ValidationError(
                "--paths-from prints one line of JSON for each video and excludes --out, --jsonl, "
                    + "--mot, --show-trails, --serve, --realtime and --init")
        }
    }

    mutating func run() async throws {
        if !outputs.isEmpty { try outputs.check(against: inputFiles) }
        if let detections {
            try TextTracking(
                detections: detections, frames: frames, results: outputs.mot ?? "",
                tracker: tracker, frameRate: fps, reidentificationTime: reidentificationTime
            ).run(InterruptSignal())
            return
        }
        if batch.pathsFrom != nil {
            let make = try followers()
            let schedule = schedule(isLive: false)
            try await TrackBatch(
                options: batch, frameRate: fps, makeFollower: { make(schedule) }
            ).run()
            return
        }
        let make = try followers()
        let stream = try await open()
        let follower = make(schedule(isLive: isLive && !stream.info.isStored))
        let session = TrackSession(
            name: name, follower: follower, outputs: outputs,
            isLive: isLive || VideoInput(input ?? "") == .standardInput, initialBox: initialBox?.box
        )
        // If the reader of standard output ends, the files are still completed.
        if outputs.writesFiles { signal(SIGPIPE, SIG_IGN) }
        try await session.run(stream, interruption: InterruptSignal())
    }

    /// The files that the command reads.
    private var inputFiles: InputFiles {
        let videos = [input, frames].compactMap(\.self).flatMap { VideoInput($0).files }
        return InputFiles(videos + [detections].compactMap(\.self) + models.files)
    }

    /// The name of the video for results and errors.
    private var name: String { VideoInput.name(of: input ?? "") }

    private var isLive: Bool { VideoInput(input ?? "").isLive }

    private var isAddress: Bool {
        if case .address = VideoInput(input ?? "") { true } else { false }
    }

    /// When the detector runs.
    private func schedule(isLive: Bool) -> DetectionSchedule {
        if followsBoxAlone { return .everyFrame }
        if every > 1 { return .every(every) }
        return realtime || isLive && !allFrames ? .whenReady : .everyFrame
    }

    /// Whether a box drawn by hand is followed by its pixels, without detection.
    private var followsBoxAlone: Bool { initialBox != nil && every == 1 && !realtime }

    /// The time in seconds; one minute if re-identification is requested.
    private var reidentificationTime: Double { reidentify ? 60 : 0 }

    private func open() async throws(CommandError) -> VideoStream {
        var options = VideoOptions()
        options.frameRate = fps
        options.verifiesCertificates = !anyCertificate
        options.reconnectionTime = reconnect ?? options.reconnectionTime
        let input = VideoInput(input ?? "")
        let stream: VideoStream
        do throws(VideoError) {
            stream =
                isLive && !allFrames && !realtime
                ? try await VideoStream.openLive(input, options: options)
                : try await VideoStream.open(
                    input, options: options, pace: realtime ? .realtime : .everyFrame)
        } catch {
            throw CommandError(.someInputsFailed, error.message, cause: error)
        }
        guard fps == nil || !input.mayStateNoTimes || !stream.info.statesTimes else {
            stream.cancel()
            throw CommandError(
                .usage,
                "--fps \(fps ?? 0) is the rate of a format without times: \(input) has times of its "
                    + "own (\(stream.info.container))")
        }
        return stream
    }

    /// Loads the models; returns a function that creates trackers that share them.
    private func followers() throws(CommandError) -> (DetectionSchedule) -> ObjectTracker {
        var options = ObjectTrackerOptions()
        options.allowsMultipleObjects = !prominent
        options.maximumObjectCount = maximum
        options.reidentificationTime = reidentificationTime
        if followsBoxAlone {
            options.tracker = tracker.makeTracker()
            return { [options] schedule in
                var options = options
                options.schedule = schedule
                return ObjectTracker(localizer: nil, options: options)
            }
        }
        let made = try models.detector(maximumCount: maximum ?? .max)
        options.tracker = tracker.makeTracker(detectorThreshold: made.localizer.scoreThreshold)
        options.isClassificationEnabled = made.classifier != nil
        return { [options] schedule in
            var options = options
            options.schedule = schedule
            return ObjectTracker(
                localizer: made.localizer, classifier: made.classifier, options: options)
        }
    }
}

/// Returns the tracker with a name.
private func trackerKind(_ name: String) throws -> TrackerKind {
    guard let kind = TrackerKind(rawValue: name) else {
        let names = TrackerKind.allCases.map(\.rawValue).joined(separator: ", ")
        throw ValidationError("--tracker \(name) is unknown; the trackers are \(names)")
    }
    return kind
}
