#if Video && canImport(CLibAV)
    import CLibAV

    /// A container that is being written.
    final class Muxer {
        private let av: LibAV.Functions
        private var context: UnsafeMutablePointer<AVFormatContext>?
        private(set) var stream: UnsafeMutablePointer<AVStream>?
        private var hasHeader = false
        private var packetCount = 0
        /// Whether the container refused a packet after accepting earlier ones.
        private(set) var isBroken = false

        /// Creates the file.
        ///
        /// - Throws: `unwritable`, `unsupportedFormat`.
        init(
            path: String, format: String, name: String, av: LibAV.Functions
        ) throws(VideoError) {
            self.av = av
            _ = av.pointee.avformat_alloc_output_context2(&context, nil, format, path)
            guard let context else {
                throw VideoError(.unsupportedFormat, "\(name): no writer for \(format)")
            }
            let status = av.pointee.avio_open(&context.pointee.pb, "file:" + path, AVIO_FLAG_WRITE)
            stream = av.pointee.avformat_new_stream(context, nil)
            guard status >= 0, stream != nil else {
                av.pointee.avformat_free_context(context)
                self.context = nil
                throw VideoError(.unwritable, "\(name) cannot be written", status: status)
            }
        }

        deinit { close() }

        /// Whether the container stores the codec's headers in its own header.
        var wantsGlobalHeader: Bool {
            (context?.pointee.oformat.pointee.flags ?? 0) & AVFMT_GLOBALHEADER != 0
        }

        /// Starts the file with one stream, which the encoder describes.
        func start(_ encoder: UnsafeMutablePointer<AVCodecContext>) throws(VideoError) {
            guard let stream, let context else { return }
            stream.pointee.time_base = encoder.pointee.time_base
            stream.pointee.avg_frame_rate = encoder.pointee.framerate
            stream.pointee.sample_aspect_ratio = encoder.pointee.sample_aspect_ratio
            _ = av.pointee.avcodec_parameters_from_context(stream.pointee.codecpar, encoder)
            let status = av.pointee.avformat_write_header(context, nil)
            guard status >= 0 else {
                throw VideoError(.unwritable, "no header can be written", status: status)
            }
            hasHeader = true
        }

        /// Writes a packet whose times are in the encoder's units.
        func write(
            _ packet: UnsafeMutablePointer<AVPacket>, timeBase: AVRational
        ) throws(VideoError) {
            guard let stream, let context else { return }
            av.pointee.av_packet_rescale_ts(packet, timeBase, stream.pointee.time_base)
            packet.pointee.stream_index = stream.pointee.index
            let status = av.pointee.av_interleaved_write_frame(context, packet)
            guard status >= 0 else {
                isBroken = packetCount > 0
                throw VideoError(.unwritable, "a frame cannot be written", status: status)
            }
            packetCount += 1
        }

        /// Writes the index and closes the file.
        func finish() throws(VideoError) {
            guard hasHeader, let context else { return }
            hasHeader = false
            var status = av.pointee.av_write_trailer(context)
            let closed = av.pointee.avio_closep(&context.pointee.pb)
            if status >= 0 { status = closed }
            close()
            guard status >= 0 else {
                throw VideoError(.unwritable, "the file cannot be completed", status: status)
            }
        }

        private func close() {
            guard let context else { return }
            _ = av.pointee.avio_closep(&context.pointee.pb)
            av.pointee.avformat_free_context(context)
            self.context = nil
            stream = nil
        }
    }
#endif
