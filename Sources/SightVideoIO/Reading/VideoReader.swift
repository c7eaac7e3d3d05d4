#if Video && canImport(CLibAV)
    import CLibAV
    import Dispatch
    import Foundation
    import SightGeometry
    import SightTracking

    /// Reads the frames of a file, an image sequence, a camera, an address or standard input.
    ///
    /// The reader skips or conceals damaged parts and counts them. It connects again if a
    /// connection is lost. Use a reader from one thread at a time; ``VideoStream`` is the
    /// asynchronous form.
    ///
    /// - Source: FFmpeg's libavformat and libavcodec, 5.1 and later.
    public final class VideoReader: FrameSource {
        /// The number of successive unreadable parts after which a file counts as ended.
        private static let mostDamage = 100

        /// The properties of the video.
        public let info: VideoInfo
        /// The numbers of delivered, damaged and lost frames so far.
        public private(set) var statistics = VideoStatistics()

        private let av: LibAV.Functions
        private let input: VideoInput
        private let options: VideoOptions
        private let interruption: VideoInterruption
        private var demuxer: Demuxer
        private var decoder: Decoder
        private let converter: FrameConverter
        private var clock: StreamClock
        /// Whether the time at which a frame is read says nothing about it.
        private let isStored: Bool
        /// The time between frames that the caller gave, because the source states no times.
        private let givenStep: Double?
        private var lastFrame: DispatchTime?
        /// The time since the last frame, if the connection was lost after it.
        private var outage: Outage?
        /// The number of successive answers over HTTP that ended after a few seconds.
        private var shortAnswers = 0
        /// After this many short answers, the source is treated as a file.
        ///
        /// Otherwise reading would restart forever.
        private static let mostShortAnswers = 3
        private var seenPackets = PacketMemory()
        /// Whether a playlist was opened again and has offered only packets that it had before.
        private var skipsSeenPackets = false
        /// The phase of the reader.
        private enum Phase { case reading, draining, ended }
        private var phase = Phase.reading
        /// The error that ended the connection to a file; it follows the frames that arrived.
        private var failure: VideoError?
        private var packetCount = 0
        /// The number of packets that are decoded but not shown because of an edit list.
        private var discardedCount = 0
        private var refusedCount = 0
        private var consecutiveDamage = 0
        /// Presentation times of packets in which the container found damage, until their frames
        /// come.
        ///
        /// The decoder notices only some damage, and with several threads not the same damage in
        /// each run.
        private var corruptTimes: Set<Int64> = []
        /// The largest number of corrupt packets that wait for their frames; no codec reorders
        /// more.
        private static let mostCorruptTimes = 64

        /// Opens a video.
        ///
        /// - Parameters:
        ///   - input: the source of the video.
        ///   - options: limits, threads and timeouts.
        ///   - interruption: stops a wait from another thread.
        /// - Throws: `unreadable`, `noVideo`, `damaged`, `unsupportedFormat`, `tooLarge`,
        ///   `timedOut`, `interrupted`, `invalidOptions`.
        public init(
            _ input: VideoInput, options: VideoOptions = VideoOptions(),
            interruption: VideoInterruption = VideoInterruption()
        ) throws(VideoError) {
            try options.check()
            self.input = input
            self.options = options
            self.interruption = interruption
            av = try LibAV.functions(for: "\(input)")
            converter = FrameConverter(av: av)
            (demuxer, decoder) = try Self.open(input, options, interruption, av)
            info = Self.info(demuxer, decoder, av)
            // A source with a length is read as fast as it comes, so its steps are not compared
            // with the time that passes.
            isStored = InputOpening.isStored(input) || info.isStored
            let limit =
                isStored
                ? info.container == "mpegts" ? StreamClock.recordedStep : StreamClock.longestStep
                : StreamClock.liveStep
            clock = StreamClock(limit: limit)
            givenStep =
                input.mayStateNoTimes && !info.statesTimes ? options.frameRate.map { 1 / $0 } : nil
        }

        /// Returns the next frame in the order in which frames are shown, or `nil` at the end.
        ///
        /// - Throws: `empty` or `damaged` at the end of a video without a frame, `disconnected` or
        ///   `timedOut` after the last frame that arrived, `interrupted`, `tooLarge`,
        ///   `unsupportedFormat`.
        public func next() throws(VideoError) -> VideoFrame? {
            while phase != .ended {
                guard !interruption.isInterrupted else { throw .interrupted(input.description) }
                switch try received() {
                case .frame(let frame): return frame
                case .refusal: continue
                case .nothing: try phase == .draining ? end() : read()
                }
            }
            return nil
        }

        /// The result of asking the decoder for a frame.
        private enum Reception {
            case frame(VideoFrame), refusal, nothing
        }

        private func received() throws(VideoError) -> Reception {
            do throws(VideoError) {
                guard let frame = try decoder.receive() else { return .nothing }
                return .frame(try delivered(frame))
            } catch  where error.code == .damaged {
                consecutiveDamage += 1
                lose()
                return consecutiveDamage < Self.mostDamage ? .refusal : .nothing
            }
        }

        private func lose() {
            refusedCount += 1
            statistics.lostFrames = refusedCount
        }

        private func delivered(_ frame: UnsafeMutablePointer<AVFrame>) throws(VideoError)
            -> VideoFrame
        {
            let (width, height) = (Int(frame.pointee.width), Int(frame.pointee.height))
            guard width * height <= options.maximumPixels else {
                throw VideoError(
                    .tooLarge,
                    "\(input): a frame of \(width)×\(height) pixels, the limit is "
                        + "\(options.maximumPixels) in all")
            }
            let buffer = try converter.image(frame)
            let isDamaged =
                corruptTimes.remove(frame.pointee.pts) != nil
                || decoder.isConcealing
                || frame.pointee.decode_error_flags != 0
                || frame.pointee.flags & Int32(AV_FRAME_FLAG_CORRUPT) != 0
            let stated = frame.pointee.best_effort_timestamp
            let unit = demuxer.timeUnit
            let length = Double(sight_av_duration(frame)) * unit
            let nominal = info.frameRate.map { 1 / $0 } ?? (length > 0 ? length : 0.04)
            let statedTime =
                givenStep.map { Double(statistics.frames) * $0 }
                ?? (stated == sight_av_no_time ? nil : Double(stated) * unit)
            let now = DispatchTime.now()
            let time = clock.time(
                statedTime, nominal: nominal,
                arrival: isStored ? nil : Double(now.uptimeNanoseconds) / 1e9)
            (lastFrame, outage) = (now, nil)
            // An image keeps its number if one before it cannot be read.
            let number = demuxer.hasImages && statedTime != nil ? Int(stated) : statistics.frames
            defer {
                statistics.frames += 1
                statistics.repairedTimes = clock.repairedCount
                if isDamaged { statistics.damagedFrames += 1 }
            }
            return VideoFrame(
                buffer: buffer, orientation: Self.orientation(frame) ?? info.orientation,
                index: number, time: .seconds(time), isDamaged: isDamaged)
        }

        /// Sends the next packet to the decoder, or starts to drain it at the end.
        private func read() throws(VideoError) {
            let reading: Demuxer.Reading
            do throws(VideoError) {
                reading = try demuxer.read()
            } catch  where error.code == .disconnected || error.code == .timedOut {
                return try recover(from: error)
            }
            switch reading {
            case .packet:
                if demuxer.isPlaylist {
                    let isNew = seenPackets.notes(demuxer.packet.pointee)
                    if skipsSeenPackets, !isNew { return }
                    skipsSeenPackets = false
                }
                consecutiveDamage = 0
                packetCount += 1
                noteFlags(of: demuxer.packet)
                if !decoder.send(demuxer.packet) { lose() }
            case .damage:
                consecutiveDamage += 1
                lose()
                if consecutiveDamage >= Self.mostDamage { drain() }
            case .end:
                if case .address(let address) = input, statistics.frames > 0, !isFile(address) {
                    try reconnect(
                        after: VideoError(.disconnected, "\(input): the connection ended"))
                } else {
                    drainWhole()
                }
            }
        }

        private func noteFlags(of packet: UnsafeMutablePointer<AVPacket>) {
            if packet.pointee.flags & AV_PKT_FLAG_DISCARD != 0 { discardedCount += 1 }
            guard packet.pointee.flags & AV_PKT_FLAG_CORRUPT != 0 else { return }
            // No frames came for these packets, so their times are forgotten.
            if corruptTimes.count == Self.mostCorruptTimes { corruptTimes = [] }
            corruptTimes.insert(packet.pointee.pts)
        }

        /// Handles a failed read: a damaged file ends, and a lost connection is made again.
        private func recover(from error: VideoError) throws(VideoError) {
            switch input {
            case .file, .folder, .pattern, .standardInput:
                lose()
                drain()
            case .camera: throw VideoError(.disconnected, "\(input) is gone", cause: error)
            case .address(let address):
                // Another connection would start a file again.
                guard isFile(address) else { return try reconnect(after: error) }
                // FFmpeg takes the end of an answer without a length for a lost connection.
                guard error.code == .disconnected, info.duration == nil, !demuxer.isSeekable else {
                    failure = error
                    return drain()
                }
                drainWhole(after: error)
            }
        }

        /// Whether a source at an address has an end, so that another connection would only repeat
        /// it.
        private func isFile(_ address: String) -> Bool {
            info.duration != nil || demuxer.endsForGood(address)
        }

        /// Starts to drain the decoder, and keeps an error if the connection to a file has ended
        /// too early.
        private func drainWhole(after cause: VideoError? = nil) {
            if let arrived = demuxer.cutByteCount, let stated = demuxer.byteCount {
                failure = VideoError(
                    .disconnected,
                    "the rest of \(input) cannot be read: the connection ended after \(arrived) of "
                        + "\(stated) bytes", cause: cause)
            }
            drain()
        }

        private func drain() {
            _ = decoder.send(nil)
            phase = .draining
        }

        private func reconnect(after failure: VideoError) throws(VideoError) {
            shortAnswers = isShortAnswer ? shortAnswers + 1 : 0
            var outage = outage ?? Outage()
            let wasPlaylist = demuxer.isPlaylist
            // The next connection may need the port of this one.
            demuxer.disconnect()
            while outage.allowsAttempt(options), shortAnswers <= Self.mostShortAnswers {
                try pause(seconds: outage.nextWait(options))
                do throws(VideoError) {
                    let (next, fresh) = try Self.open(input, options, interruption, av)
                    demuxer = next
                    // The new packets of a playlist continue those that the decoder has.
                    let continues =
                        wasPlaylist && next.isPlaylist && fresh.codec == decoder.codec
                    if !continues { decoder = fresh }
                } catch  where error.code != .interrupted {
                    continue
                }
                self.outage = outage
                statistics.reconnections += 1
                // The playlist of a live source gets a length when the source ends.
                if demuxer.isPlaylist, demuxer.seconds != nil { return drain() }
                clock.expectRestart(after: lastFrame?.secondsAgo ?? 0)
                corruptTimes = []
                skipsSeenPackets = true
                return
            }
            phase = .ended
            let seconds = Int(outage.seconds.rounded(.up))
            let attempts =
                outage.attempts == 0 ? "" : " and did not come back in \(seconds) seconds"
            throw VideoError(.disconnected, "\(input) is gone\(attempts)", cause: failure)
        }

        /// Whether the connection was an answer over HTTP that ended after a few seconds and may be a
        /// file.
        private var isShortAnswer: Bool {
            guard case .address(let address) = input, !demuxer.isPlaylist, info.statesTimes
            else { return false }
            return address.lowercased().hasPrefix("http") && demuxer.isShort
        }

        private func pause(seconds: Double) throws(VideoError) {
            for _ in 0..<Int(seconds * 50) {
                guard !interruption.isInterrupted else { throw .interrupted(input.description) }
                usleep(20_000)
            }
        }

        /// Ends the stream: counts the lost frames, and throws if the connection to a file has
        /// failed or there was no frame.
        private func end() throws(VideoError) {
            phase = .ended
            let listed = demuxer.listedFrameCount
            let expected = max(listed, packetCount) - discardedCount
            // Frames are counted as lost only after damage, because two packets may be the fields
            // of one frame.
            let isDamaged =
                refusedCount > 0 || statistics.damagedFrames > 0 || packetCount < listed
            let known = isDamaged ? max(0, expected - statistics.frames) : 0
            statistics.lostFrames = max(refusedCount, known + missingAtEnd(listed: listed))
            if let failure { throw failure }
            guard statistics.frames == 0 else { return }
            let count = max(packetCount, refusedCount)
            throw packetCount == 0 && refusedCount == 0
                ? VideoError(.empty, "\(input) has no frames")
                : VideoError(
                    .damaged,
                    (count == 1
                        ? "\(input): its only frame cannot be decoded"
                        : "\(input): none of its \(count) frames can be decoded")
                        + (input == .standardInput ? Self.pipeAdvice : ""))
        }

        /// Returns the number of frames in the time after the last frame, if the container states a
        /// length that ends clearly later and no number of frames.
        private func missingAtEnd(listed: Int) -> Int {
            guard statistics.frames > 0, packetCount > listed,
                statistics.reconnections == 0, let rate = info.frameRate
            else { return 0 }
            let missing = min(demuxer.missingSeconds, 1e9)
            return missing > max(0.5, 2 / rate) ? Int((missing * rate).rounded()) : 0
        }

        /// What to do if a video cannot be read from a pipe.
        private static let pipeAdvice =
            "; a pipe cannot be read if the index of the video is at the end, as in many MP4 files: "
            + "pass the name of the file, or write a format without an index, such as .ts"

        private static func open(
            _ input: VideoInput, _ options: VideoOptions, _ interruption: VideoInterruption,
            _ av: LibAV.Functions
        ) throws(VideoError) -> (Demuxer, Decoder) {
            let demuxer = try Demuxer(input, options: options, interruption: interruption, av: av)
            guard let stream = demuxer.stream else {
                throw VideoError(.noVideo, "\(input) has no video stream")
            }
            do throws(VideoError) {
                return (
                    demuxer, try Decoder(stream, isLive: input.isLive, options: options, av: av)
                )
            } catch {
                throw VideoError(error.code, "\(input): \(error.message)", cause: error)
            }
        }
    }
#endif
