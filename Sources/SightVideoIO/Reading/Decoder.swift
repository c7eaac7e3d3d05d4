#if Video && canImport(CLibAV)
    import CLibAV

    /// A codec that turns packets into frames.
    final class Decoder {
        private let av: LibAV.Functions
        private var context: UnsafeMutablePointer<AVCodecContext>?
        private var device: UnsafeMutablePointer<AVBufferRef>?
        private var frame: UnsafeMutablePointer<AVFrame>?
        /// The memory to which frames of a device are copied.
        private var transferred: UnsafeMutablePointer<AVFrame>?
        /// The codec's name.
        let codec: String
        /// Whether the codec conceals damage without reporting it, so that each packet is first
        /// decoded strictly.
        private let isSilent: Bool
        /// Whether the last packet could be decoded only by concealing its damage.
        private(set) var isConcealing = false

        /// Opens the codec of a stream.
        ///
        /// - Throws: `tooLarge`, `unsupportedFormat`, `damaged`, `invalidOptions`.
        init(
            _ stream: UnsafeMutablePointer<AVStream>, isLive: Bool, options: VideoOptions,
            av: LibAV.Functions
        ) throws(VideoError) {
            self.av = av
            let parameters = stream.pointee.codecpar.pointee
            codec =
                av.pointee.avcodec_get_name(parameters.codec_id).map { String(cString: $0) } ?? ""
            // Each packet of MJPEG is a whole frame and is decoded by the thread that sends it. So
            // its frame is the next one received, and a refused packet can be sent again.
            isSilent = parameters.codec_id == AV_CODEC_ID_MJPEG && options.hardwareDevice == nil
            let (pixels, overflow) = parameters.width.multipliedReportingOverflow(
                by: parameters.height)
            guard !overflow, Int(pixels) <= options.maximumPixels else {
                throw VideoError(
                    .tooLarge,
                    "frames of \(parameters.width)×\(parameters.height) pixels exceed the limit of "
                        + "\(options.maximumPixels); VideoOptions.maximumPixels sets it")
            }
            guard let found = av.pointee.avcodec_find_decoder(parameters.codec_id) else {
                throw VideoError(.unsupportedFormat, "no decoder for \(codec)")
            }
            context = av.pointee.avcodec_alloc_context3(found)
            frame = av_frame_alloc()
            transferred = av_frame_alloc()
            do throws(VideoError) {
                guard let context, frame != nil, transferred != nil else {
                    throw VideoError.noMemory
                }
                try configure(context, stream, isLive, options)
                let status = av.pointee.avcodec_open2(context, found, nil)
                guard status >= 0 else {
                    throw VideoError(
                        .damaged, "the decoder for \(codec) does not start", status: status)
                }
            } catch {
                free()
                throw error
            }
        }

        deinit { free() }

        private func free() {
            av.pointee.avcodec_free_context(&context)
            av_buffer_unref(&device)
            av_frame_free(&frame)
            av_frame_free(&transferred)
        }

        private func configure(
            _ context: UnsafeMutablePointer<AVCodecContext>,
            _ stream: UnsafeMutablePointer<AVStream>, _ isLive: Bool, _ options: VideoOptions
        ) throws(VideoError) {
            guard av.pointee.avcodec_parameters_to_context(context, stream.pointee.codecpar) >= 0
            else {
                throw VideoError.noMemory
            }
            context.pointee.pkt_timebase = stream.pointee.time_base
            // The limit also applies to padded sizes, so it has some room; frames are checked when
            // they arrive.
            let limit = min(Int64(options.maximumPixels), Int64(Int32.max))
            context.pointee.max_pixels = 2 * limit + 65_536
            context.pointee.thread_count = Int32(options.threadCount)
            // Each frame thread holds a frame, which is good for files but delays the frames of a
            // camera.
            context.pointee.thread_type = isLive ? FF_THREAD_SLICE : FF_THREAD_FRAME
            guard let name = options.hardwareDevice else { return }
            let type = av_hwdevice_find_type_by_name(name)
            let status = av_hwdevice_ctx_create(&device, type, nil, nil, 0)
            guard type != AV_HWDEVICE_TYPE_NONE, status >= 0 else {
                throw VideoError(
                    .invalidOptions, "the device \(name) cannot decode here", status: status)
            }
            context.pointee.hw_device_ctx = av_buffer_ref(device)
        }

        /// Sends a packet to the decoder; `nil` means that no more packets follow.
        ///
        /// - Returns: whether the decoder accepted it.
        func send(_ packet: UnsafeMutablePointer<AVPacket>?) -> Bool {
            isConcealing = false
            guard isSilent, packet != nil, let context else {
                return av.pointee.avcodec_send_packet(context, packet) >= 0
            }
            context.pointee.err_recognition |= AV_EF_EXPLODE
            let isSound = av.pointee.avcodec_send_packet(context, packet) >= 0
            context.pointee.err_recognition &= ~AV_EF_EXPLODE
            if isSound { return true }
            isConcealing = av.pointee.avcodec_send_packet(context, packet) >= 0
            return isConcealing
        }

        /// Returns the next finished frame, valid until the next call; `nil` if more packets are
        /// needed or the end is reached.
        ///
        /// - Throws: `damaged` for a frame that could not be decoded; later frames may be intact.
        func receive() throws(VideoError) -> UnsafeMutablePointer<AVFrame>? {
            guard let frame, let transferred else { return nil }
            let status = av.pointee.avcodec_receive_frame(context, frame)
            if status == sight_av_again || status == sight_av_end { return nil }
            guard status >= 0 else {
                throw VideoError(.damaged, "a frame cannot be decoded", status: status)
            }
            guard frame.pointee.hw_frames_ctx != nil else { return frame }
            av_frame_unref(transferred)
            let copied = av_hwframe_transfer_data(transferred, frame, 0)
            guard copied >= 0, av_frame_copy_props(transferred, frame) >= 0 else {
                throw VideoError(
                    .damaged, "a frame cannot be copied from its device", status: copied)
            }
            return transferred
        }
    }
#endif
