#if Video && canImport(CLibAV)
    import CLibAV
    import SightGeometry

    extension VideoReader {
        /// Returns the properties of an open stream.
        static func info(_ demuxer: Demuxer, _ decoder: Decoder, _ av: LibAV.Functions) -> VideoInfo
        {
            let parameters = demuxer.stream?.pointee.codecpar.pointee
            let listed = demuxer.listedFrameCount
            let seconds = demuxer.seconds.flatMap { (0...1e9).contains($0) ? $0 : nil }
            let rate = demuxer.frameRate
            let estimate = seconds.flatMap { seconds in rate.map { Int(seconds * $0 + 0.5) } }
            var info = VideoInfo(
                width: Int(parameters?.width ?? 0), height: Int(parameters?.height ?? 0),
                orientation: demuxer.stream.flatMap { orientation(sight_av_display_matrix(av, $0)) }
                    ?? .up,
                frameRate: rate, duration: seconds,
                frameCount: listed > 0 ? listed : estimate.flatMap { $0 > 0 ? $0 : nil },
                codec: decoder.codec, container: demuxer.container,
                presentation: demuxer.presentation)
            info.statesByteCount = demuxer.byteCount != nil
            return info
        }

        /// The orientation of a single frame; `nil` if only the stream states one.
        static func orientation(_ frame: UnsafeMutablePointer<AVFrame>) -> Orientation? {
            orientation(sight_av_frame_matrix(frame))
        }

        private static func orientation(_ matrix: UnsafePointer<Int32>?) -> Orientation? {
            matrix.map {
                Orientation(displayMatrix: Array(UnsafeBufferPointer(start: $0, count: 9)))
            }
        }
    }
#endif
