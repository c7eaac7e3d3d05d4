#if Video && canImport(CLibAV)
    import CLibAV
    import SightImage
    import SightTracking

    /// Encodes images as packets.
    final class Encoder {
        /// The units of time in a second, which fit whole frames at 24, 25, 30, 50 and 60 per
        /// second and at 30000/1001; MPEG-4 part 2 allows no more than 65535.
        private static let unitsPerSecond: Int32 = 30_000

        private let av: LibAV.Functions
        private var context: UnsafeMutablePointer<AVCodecContext>?
        private var frame: UnsafeMutablePointer<AVFrame>?
        private var packet: UnsafeMutablePointer<AVPacket>?
        private let filler: FrameFiller
        private var lastTime: Int64?

        /// Opens an encoder and starts the container.
        ///
        /// - Throws: `unsupportedFormat`, `unwritable`.
        init(
            width: Int, height: Int, options: VideoWriterOptions, muxer: Muxer,
            encoding: YCbCrEncoding, av: LibAV.Functions
        ) throws(VideoError) {
            self.av = av
            // Chroma at half size needs even sides.
            filler = FrameFiller(
                width: (width + 1) / 2 * 2, height: (height + 1) / 2 * 2, av: av)
            frame = av_frame_alloc()
            packet = av.pointee.av_packet_alloc()
            do throws(VideoError) {
                try open(options, muxer, encoding)
                guard let frame, let context else { throw VideoError.noMemory }
                frame.pointee.format = AV_PIX_FMT_YUV420P.rawValue
                (frame.pointee.width, frame.pointee.height) = (
                    context.pointee.width, context.pointee.height
                )
                frame.pointee.color_range = context.pointee.color_range
                frame.pointee.colorspace = context.pointee.colorspace
                frame.pointee.color_primaries = context.pointee.color_primaries
                frame.pointee.color_trc = context.pointee.color_trc
                frame.pointee.sample_aspect_ratio = context.pointee.sample_aspect_ratio
                guard av_frame_get_buffer(frame, 0) >= 0, packet != nil else {
                    throw VideoError.noMemory
                }
                try muxer.start(context)
            } catch {
                free()
                throw error
            }
        }

        deinit { free() }

        private func free() {
            av.pointee.avcodec_free_context(&context)
            av_frame_free(&frame)
            av.pointee.av_packet_free(&packet)
        }

        private func open(
            _ options: VideoWriterOptions, _ muxer: Muxer, _ encoding: YCbCrEncoding
        ) throws(VideoError) {
            let h264 = ["libx264", "h264_videotoolbox", "libopenh264"]
            let names =
                switch options.codec {
                case .automatic: h264 + ["mpeg4"]
                case .h264: h264
                case .mpeg4: ["mpeg4"]
                }
            for name in names {
                guard let codec = av.pointee.avcodec_find_encoder_by_name(name) else { continue }
                context = av.pointee.avcodec_alloc_context3(codec)
                guard let opening = context else { throw VideoError.noMemory }
                configure(opening, options, muxer, encoding)
                let settings = SettingsDictionary(
                    name == "libx264"
                        ? ["preset": options.preset, "crf": "\(options.quality)"] : [:])
                if av.pointee.avcodec_open2(opening, codec, &settings.entries) >= 0 { return }
                av.pointee.avcodec_free_context(&context)
            }
            throw VideoError(
                .unsupportedFormat,
                "no encoder: FFmpeg has none of \(names.joined(separator: ", ")) that takes "
                    + "frames of \(filler.width)×\(filler.height)")
        }

        private func configure(
            _ context: UnsafeMutablePointer<AVCodecContext>, _ options: VideoWriterOptions,
            _ muxer: Muxer, _ encoding: YCbCrEncoding
        ) {
            context.pointee.width = Int32(filler.width)
            context.pointee.height = Int32(filler.height)
            context.pointee.pix_fmt = AV_PIX_FMT_YUV420P
            context.pointee.time_base = AVRational(num: 1, den: Self.unitsPerSecond)
            context.pointee.framerate = av_d2q(options.frameRate, 1001 * 60)
            context.pointee.thread_count = Int32(options.encodingThreadCount)
            context.pointee.color_range =
                encoding.range == .full ? AVCOL_RANGE_JPEG : AVCOL_RANGE_MPEG
            context.pointee.colorspace =
                switch encoding.matrix {
                case .bt601: AVCOL_SPC_SMPTE170M
                case .bt709: AVCOL_SPC_BT709
                case .bt2020: AVCOL_SPC_BT2020_NCL
                }
            let presentation = options.presentation
            context.pointee.sample_aspect_ratio = AVRational(
                num: Int32(presentation.pixelWidth), den: Int32(presentation.pixelHeight))
            context.pointee.color_primaries = AVColorPrimaries(
                UInt32(presentation.colorPrimaries))
            context.pointee.color_trc = AVColorTransferCharacteristic(
                UInt32(presentation.transferCharacteristics))
            // This is for encoders without constant quality; a tenth of a bit per pixel is ample.
            context.pointee.bit_rate = Int64(
                Double(filler.width * filler.height) * options.frameRate * 0.1)
            context.pointee.gop_size = Int32(min(max(options.frameRate * 4, 1), 250))
            if muxer.wantsGlobalHeader {
                context.pointee.flags |= AV_CODEC_FLAG_GLOBAL_HEADER
            }
        }

        /// Encodes an image and writes the finished packets to the container.
        func encode(
            _ image: ImageBuffer, at time: FrameTime, into muxer: Muxer
        ) throws(VideoError) {
            guard let frame else { return }
            // The encoder may still use the memory of the last frame.
            guard av_frame_make_writable(frame) >= 0 else { throw VideoError.noMemory }
            try filler.fill(frame, with: image)
            let stated = Int64(
                exactly: (time.seconds * Double(Self.unitsPerSecond)).rounded())
            let earliest = lastTime.map { $0 + 1 } ?? 0
            let units = max(stated ?? earliest, earliest)
            lastTime = units
            frame.pointee.pts = units
            let status = av.pointee.avcodec_send_frame(context, frame)
            guard status >= 0 else {
                throw VideoError(.unwritable, "a frame cannot be encoded", status: status)
            }
            try drain(into: muxer)
        }

        /// Writes the packets that the encoder has not returned yet.
        func flush(into muxer: Muxer) throws(VideoError) {
            _ = av.pointee.avcodec_send_frame(context, nil)
            try drain(into: muxer)
        }

        private func drain(into muxer: Muxer) throws(VideoError) {
            guard let packet, let context else { return }
            while true {
                let status = av.pointee.avcodec_receive_packet(context, packet)
                if status == sight_av_again || status == sight_av_end { return }
                guard status >= 0 else {
                    throw VideoError(.unwritable, "a frame cannot be encoded", status: status)
                }
                if packet.pointee.duration == 0 {
                    let rate = av_q2d(context.pointee.framerate)
                    packet.pointee.duration =
                        rate > 0 ? Int64(Double(Self.unitsPerSecond) / rate) : 0
                }
                try muxer.write(packet, timeBase: context.pointee.time_base)
            }
        }
    }
#endif
