#if Video && canImport(CLibAV)
    import CLibAV

    /// The steps that open a container, find its video stream and close it again.
    extension Demuxer {
        /// Frees a context and the memory of its checks of certificates.
        static func close(
            _ context: inout UnsafeMutablePointer<AVFormatContext>?, _ av: LibAV.Functions
        ) {
            let trust = context?.pointee.opaque
            av.pointee.avformat_close_input(&context)
            sight_av_free_trust(trust)
        }

        static func open(
            _ opening: InputOpening, name: String, _ interruption: VideoInterruption,
            _ timeout: Double?, _ av: LibAV.Functions
        ) throws(VideoError) -> UnsafeMutablePointer<AVFormatContext> {
            guard let allocated = av.pointee.avformat_alloc_context() else {
                throw VideoError.noMemory
            }
            var context: UnsafeMutablePointer<AVFormatContext>? = allocated
            allocated.pointee.interrupt_callback = AVIOInterruptCB(
                callback: { opaque in
                    guard let opaque else { return 0 }
                    let interruption = Unmanaged<VideoInterruption>.fromOpaque(opaque)
                    return interruption.takeUnretainedValue().endsWait ? 1 : 0
                }, opaque: Unmanaged.passUnretained(interruption).toOpaque())
            if let verifies = opening.settings["tls_verify"],
                sight_av_set_trust(
                    allocated, verifies == "1" ? 1 : 0, opening.settings["ca_file"]) != 0
            {
                av.pointee.avformat_free_context(allocated)
                throw VideoError.noMemory
            }
            let trust = allocated.pointee.opaque
            if let timeout { interruption.allow(seconds: timeout) }
            let settings = SettingsDictionary(opening.settings)
            // The function frees the context when it fails.
            let status = av.pointee.avformat_open_input(
                &context, opening.address, opening.format, &settings.entries)
            guard status >= 0, let context else {
                sight_av_free_trust(trust)
                let isRefused = status == -EINVAL && opening.settings["format_whitelist"] != nil
                throw isRefused
                    ? VideoError(
                        .unsupportedFormat,
                        "\(name) has no format that is read from files; playlists and scripts that "
                            + "name other files are not opened")
                    : failure(opening, name: name, status, interruption)
            }
            return context
        }

        /// Returns the name of the container.
        static func container(of context: UnsafeMutablePointer<AVFormatContext>) -> String {
            context.pointee.iformat?.pointee.name.map { String(cString: $0) } ?? ""
        }

        /// Returns the number of bytes that the server of an address states; `nil` for a live
        /// source, and for a playlist or a session description, whose size says nothing about the
        /// video.
        static func byteCount(
            _ context: UnsafeMutablePointer<AVFormatContext>, _ av: LibAV.Functions
        ) -> Int64? {
            guard let source = context.pointee.pb,
                InputOpening.isFileFormat(container(of: context))
            else { return nil }
            let count = av.pointee.avio_size(source)
            return count > 0 ? count : nil
        }

        /// Gives each image of a camera the time of its arrival if the format states no times.
        ///
        /// A rate that the caller gives, and an answer with a length, which is a file, need none.
        static func takeArrivalsForTimes(
            _ context: UnsafeMutablePointer<AVFormatContext>, _ options: VideoOptions
        ) {
            guard !VideoInfo.statesTimes(container(of: context)), options.frameRate == nil,
                context.pointee.pb?.pointee.seekable ?? 0 == 0
            else { return }
            context.pointee.use_wallclock_as_timestamps = 1
        }

        private static func failure(
            _ opening: InputOpening, name: String, _ status: Int32,
            _ interruption: VideoInterruption
        ) -> VideoError {
            if interruption.isInterrupted { return .interrupted(name) }
            if interruption.isLate {
                return VideoError(.timedOut, "\(name) did not answer in time")
            }
            if opening.isAddress {
                switch status {
                case sight_av_end, sight_av_invalid_data:
                    return VideoError(
                        .damaged,
                        "\(name) answered, but ended the connection without a video that this build "
                            + "can read")
                case -EIO:
                    return VideoError(
                        .unreadable,
                        "\(name) cannot be opened: the host is unknown, or the connection failed")
                default: break
                }
            }
            let isDamage = status == sight_av_invalid_data || status == sight_av_end
            return isDamage
                ? VideoError(
                    .damaged, "\(name) is not a video that this build can read", status: status)
                : VideoError(.unreadable, "\(name) cannot be opened", status: status)
        }

        static func videoStream(
            _ context: UnsafeMutablePointer<AVFormatContext>, _ opening: InputOpening, name: String,
            _ interruption: VideoInterruption, _ av: LibAV.Functions
        ) throws(VideoError) -> Int32 {
            let status = av.pointee.avformat_find_stream_info(context, nil)
            if interruption.isInterrupted { throw VideoError.interrupted(name) }
            let index = av.pointee.av_find_best_stream(context, AVMEDIA_TYPE_VIDEO, -1, -1, nil, 0)
            guard index >= 0, let stream = context.pointee.streams[Int(index)] else {
                if status < 0 { throw failure(opening, name: name, status, interruption) }
                let found = context.pointee.nb_streams == 0 ? "no streams" : "no video stream"
                throw VideoError(.noVideo, "\(name) has \(found)")
            }
            // A cover image in an audio file is not a video.
            guard stream.pointee.disposition & AV_DISPOSITION_ATTACHED_PIC == 0 else {
                throw VideoError(.noVideo, "\(name) has sound and a cover, but no video stream")
            }
            guard !mixing.contains(container(of: context)) else { return index }
            for other in 0..<Int(context.pointee.nb_streams) where other != Int(index) {
                context.pointee.streams[other]?.pointee.discard = AVDISCARD_ALL
            }
            return index
        }
    }
#endif
