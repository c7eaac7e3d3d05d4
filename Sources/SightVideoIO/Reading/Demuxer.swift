#if Video && canImport(CLibAV)
    import CLibAV
    import Dispatch
    import Foundation

    /// An open container that returns the packets of its best video stream.
    final class Demuxer {
        /// The result of a read.
        enum Reading {
            case packet, end
            /// A part could not be read; the next one may be readable.
            case damage
        }

        private let av: LibAV.Functions
        private var context: UnsafeMutablePointer<AVFormatContext>?
        private let interruption: VideoInterruption
        private let streamIndex: Int32
        private let timeout: Double?
        private let name: String
        /// The images of a folder or of a pattern, whose packets are their files.
        private let images: ImageFiles?
        private var nextImage = 0
        /// The latest end of a packet, in seconds.
        private var endSeconds = 0.0
        /// The containers that state one length for all streams, so that the sound shows where they
        /// break off, too.
        static let mixing: Set<String> = ["matroska,webm", "flv"]
        private var pace = ArrivalPace()
        /// The number of bytes that the server of an address states; `nil` for a live source.
        private(set) var byteCount: Int64?
        /// The path of a file, unless it is a pipe or a device.
        private let path: String?
        /// The packet that was read last.
        let packet: UnsafeMutablePointer<AVPacket>

        /// Opens a source and finds its video stream.
        ///
        /// - Throws: `unreadable`, `damaged`, `noVideo`, `timedOut`, `interrupted`,
        ///   `unsupportedFormat`.
        init(
            _ input: VideoInput, options: VideoOptions, interruption: VideoInterruption,
            av: LibAV.Functions
        ) throws(VideoError) {
            self.av = av
            let opening = try InputOpening(input, options: options, av: av)
            name = input.description
            images = opening.images
            path = Self.regularFile(input)
            timeout = input == .standardInput ? nil : options.timeout
            self.interruption = interruption
            guard let packet = av.pointee.av_packet_alloc() else { throw VideoError.noMemory }
            self.packet = packet
            var owned: UnsafeMutablePointer<AVPacket>? = packet
            do throws(VideoError) {
                let context = try Self.open(opening, name: name, interruption, timeout, av)
                if case .address = input {
                    byteCount = Self.byteCount(context, av)
                    if byteCount == nil { Self.takeArrivalsForTimes(context, options) }
                }
                var closing: UnsafeMutablePointer<AVFormatContext>? = context
                do throws(VideoError) {
                    streamIndex = try Self.videoStream(
                        context, opening, name: name, interruption, av)
                } catch {
                    Self.close(&closing, av)
                    throw error
                }
                self.context = context
                pace.noteOpening()
            } catch {
                av.pointee.av_packet_free(&owned)
                throw error
            }
        }

        /// Ends the connection, so that another one can use its port; nothing can be read then.
        func disconnect() { Self.close(&context, av) }

        deinit {
            Self.close(&context, av)
            var packet: UnsafeMutablePointer<AVPacket>? = packet
            av.pointee.av_packet_free(&packet)
        }

        /// The video stream; `nil` only after ``disconnect()``.
        var stream: UnsafeMutablePointer<AVStream>? {
            context?.pointee.streams[Int(streamIndex)]
        }

        /// The length, in seconds, of a unit of the stream's times.
        var timeUnit: Double { stream.map { av_q2d($0.pointee.time_base) } ?? 0 }

        /// The average number of frames per second; `nil` when unknown.
        var frameRate: Double? {
            guard let stream else { return nil }
            let rate = av_q2d(av.pointee.av_guess_frame_rate(context, stream, nil))
            return rate > 0 && rate <= 1000 ? rate : nil
        }

        /// How a player shows the stored pixels.
        ///
        /// The container's statement counts before the codec's. Images have square pixels.
        var presentation: VideoPresentation {
            var presentation = VideoPresentation()
            guard let stream, images == nil else { return presentation }
            let parameters = stream.pointee.codecpar.pointee
            let stated = stream.pointee.sample_aspect_ratio
            let aspect = stated.num > 0 ? stated : parameters.sample_aspect_ratio
            let sides = Int32(1)...65_535
            if sides.contains(aspect.num), sides.contains(aspect.den) {
                (presentation.pixelWidth, presentation.pixelHeight) = (
                    Int(aspect.num), Int(aspect.den)
                )
            }
            let (primaries, transfer) = (parameters.color_primaries, parameters.color_trc)
            presentation.colorPrimaries = VideoPresentation.code(Int(primaries.rawValue))
            presentation.transferCharacteristics = VideoPresentation.code(Int(transfer.rawValue))
            return presentation
        }

        /// Whether the source is a folder or pattern of images.
        var hasImages: Bool { images != nil }

        /// The number of frames that the container lists; 0 when unknown.
        ///
        /// An AVI file also lists empty chunks, which repeat a frame, so its number is not used.
        var listedFrameCount: Int {
            if let images { return images.frameCount }
            return container == "avi" ? 0 : chunkCount
        }

        private var chunkCount: Int { stream.map { Int($0.pointee.nb_frames) } ?? 0 }

        /// The seconds from the end of the last packet to the end that the container states; 0 if it
        /// states none.
        var missingSeconds: Double {
            guard let context, images == nil,
                context.pointee.duration_estimation_method != AVFMT_DURATION_FROM_BITRATE
            else { return 0 }
            let stated: Double?
            if container.hasPrefix("mov") {
                stated = seconds
            } else if Self.mixing.contains(container) {
                let length = context.pointee.duration
                stated = length == sight_av_no_time ? nil : Double(length) / Double(AV_TIME_BASE)
            } else if container == "avi", isCutRIFF {
                stated = Double(chunkCount) * timeUnit
            } else {
                stated = nil
            }
            return stated.map { max(0, $0 - endSeconds) } ?? 0
        }

        /// The length in seconds; `nil` when unknown.
        var seconds: Double? {
            if let images { return Double(images.frameCount) * timeUnit }
            if let stream, stream.pointee.duration != sight_av_no_time {
                return Double(stream.pointee.duration) * timeUnit
            }
            let length = context?.pointee.duration ?? sight_av_no_time
            // Live sources may state a length of 0.
            return length > 0 ? Double(length) / Double(AV_TIME_BASE) : nil
        }

        /// The container's name.
        var container: String { context.map { Self.container(of: $0) } ?? "" }

        /// Whether the video is over when the connection to an address ends.
        ///
        /// A live source has no end, so its connection was lost. An answer over HTTP may be a file,
        /// and another request would start it again. A file states its length or its number of
        /// bytes, or arrives faster than it is shown. A playlist that may still grow has no length.
        /// A camera that sends JPEG images in one answer over HTTP has no end, and the description
        /// of a live session says nothing about its end.
        func endsForGood(_ address: String) -> Bool {
            if seconds != nil { return true }
            guard address.lowercased().hasPrefix("http"), InputOpening.isFileFormat(container)
            else { return false }
            return byteCount != nil || isSeekable || pace.isFaster(thanRate: frameRate ?? 25)
        }

        /// The number of bytes that arrived before the connection ended, if the server has stated
        /// more of them.
        ///
        /// Some containers end before the last byte of their file. Their demuxers stop before the
        /// connection ends.
        var cutByteCount: Int64? {
            guard let byteCount, let source = context?.pointee.pb?.pointee,
                source.eof_reached != 0, source.pos < byteCount
            else { return nil }
            return source.pos
        }

        /// Whether less than two seconds have passed since the connection was opened.
        var isShort: Bool { pace.seconds < 2 }

        /// Whether any part of the source can be read, as of a file.
        var isSeekable: Bool { (context?.pointee.pb?.pointee.seekable ?? 0) != 0 }

        /// Whether the source is a playlist; another connection may offer its packets again.
        var isPlaylist: Bool { container == "hls" }

        /// Reads the next packet of the video stream into ``packet``.
        ///
        /// - Throws: `interrupted`, `timedOut`, `disconnected`.
        func read() throws(VideoError) -> Reading {
            renewTimeout()
            if let images { return readImage(images) }
            guard context != nil else { return .end }
            let start = DispatchTime.now()
            defer { pace.noteWait(seconds: start.secondsAgo) }
            while true {
                av.pointee.av_packet_unref(packet)
                let status = av.pointee.av_read_frame(context, packet)
                guard status < 0 else {
                    noteEnd()
                    if packet.pointee.stream_index == streamIndex {
                        pace.notePacket()
                        return .packet
                    }
                    renewTimeout()
                    continue
                }
                if interruption.isInterrupted { throw VideoError.interrupted(name) }
                switch status {
                case sight_av_end: return .end
                case sight_av_invalid_data: return .damage
                case sight_av_again where !interruption.isLate:
                    usleep(2000)  // A camera has no frame yet.
                case sight_av_again, sight_av_interrupted, -ETIMEDOUT:
                    throw VideoError(
                        .timedOut, "\(name): no data arrived for \(timeout ?? 0) seconds")
                default:
                    throw VideoError(
                        .disconnected, "the rest of \(name) cannot be read", status: status)
                }
            }
        }

        private func noteEnd() {
            // Some AVI files have no times for showing, only for decoding.
            let time = max(packet.pointee.pts, packet.pointee.dts)
            guard let stream = context?.pointee.streams[Int(packet.pointee.stream_index)],
                time != sight_av_no_time
            else { return }
            let unit = av_q2d(stream.pointee.time_base)
            let rate = av_q2d(stream.pointee.avg_frame_rate)
            let length = max(Double(packet.pointee.duration) * unit, rate > 0 ? 1 / rate : 0)
            endSeconds = max(endSeconds, Double(time) * unit + length)
        }

        /// Reads the next image file as a packet; a file that is empty or cannot be opened is damage.
        private func readImage(_ images: ImageFiles) -> Reading {
            av.pointee.av_packet_unref(packet)
            guard nextImage < images.entries.count else { return .end }
            let entry = images.entries[nextImage]
            nextImage += 1
            let padding = Int(AV_INPUT_BUFFER_PADDING_SIZE)
            guard let bytes = ImageFiles.bytes(entry.path), let size = Int32(exactly: bytes.count),
                let memory = av_buffer_allocz(bytes.count + padding)
            else { return .damage }
            bytes.copyBytes(to: memory.pointee.data, count: bytes.count)
            packet.pointee.buf = memory
            packet.pointee.data = memory.pointee.data
            packet.pointee.size = size
            packet.pointee.stream_index = streamIndex
            packet.pointee.pts = Int64(entry.number)
            packet.pointee.dts = Int64(entry.number)
            packet.pointee.duration = 1
            packet.pointee.flags = AV_PKT_FLAG_KEY
            return .packet
        }

        private static func regularFile(_ input: VideoInput) -> String? {
            var status = stat()
            guard case .file(let path) = input, stat(path, &status) == 0,
                status.st_mode & S_IFMT == S_IFREG
            else { return nil }
            return path
        }

        /// Whether an AVI file is shorter than its header says.
        private var isCutRIFF: Bool {
            guard let path, let file = FileHandle(forReadingAtPath: path),
                let head = try? file.read(upToCount: 8), head.count == 8,
                head.starts(with: Data("RIFF".utf8)), let end = try? file.seekToEnd()
            else { return false }
            let stated = head.dropFirst(4).reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            return end < stated + 8
        }

        private func renewTimeout() {
            if let timeout { interruption.allow(seconds: timeout) }
        }
    }

    extension VideoError {
        /// The error after the caller has stopped the reader.
        static func interrupted(_ name: String) -> VideoError {
            VideoError(.interrupted, "\(name): reading was stopped")
        }
    }
#endif
