#if Video && canImport(CLibAV)
    import CLibAV
    import SightImage

    /// Copies or converts images to an encoder's frames.
    ///
    /// I420 of the right size is copied plane by plane; everything else is converted and scaled.
    final class FrameFiller {
        /// The number of pixels per row and of rows of every frame, both even.
        let width, height: Int
        private let av: LibAV.Functions
        private var scaler: UnsafeMutableRawPointer?
        private var source: UnsafeMutablePointer<AVFrame>?

        /// Makes a filler for frames of a size.
        init(width: Int, height: Int, av: LibAV.Functions) {
            self.av = av
            (self.width, self.height) = (width, height)
        }

        deinit {
            sight_sws_free(av, scaler)
            av_frame_free(&source)
        }

        /// Fills a writable frame.
        ///
        /// - Throws: `unsupportedFormat`, `tooLarge`.
        func fill(
            _ frame: UnsafeMutablePointer<AVFrame>, with image: ImageBuffer
        ) throws(VideoError) {
            let isSameSize =
                (image.width + 1) / 2 * 2 == width && (image.height + 1) / 2 * 2 == height
            if image.planes.count == 3, isSameSize {
                copy(image, into: frame, width: width, height: height)
            } else {
                try scale(image, into: frame)
            }
        }

        private func copy(
            _ image: ImageBuffer, into frame: UnsafeMutablePointer<AVFrame>, width: Int,
            height: Int
        ) {
            let planes = [
                (frame.pointee.data.0, frame.pointee.linesize.0),
                (frame.pointee.data.1, frame.pointee.linesize.1),
                (frame.pointee.data.2, frame.pointee.linesize.2),
            ]
            let step = image.planes.count == 1 ? image.format.bytesPerPixel : 1
            for (index, (plane, target)) in zip(image.planes, planes).enumerated() {
                let isLuma = index == 0
                // The chroma rows of NV12 contain pairs.
                let pairs = image.planes.count == 2 ? 2 : 1
                PlaneCopy.fill(
                    plane.bytes, sourceRowBytes: plane.rowBytes,
                    width: isLuma ? image.width * step : (image.width + 1) / 2 * pairs,
                    height: isLuma ? image.height : (image.height + 1) / 2, target.0,
                    target.1,
                    target: (
                        isLuma ? width * step : (width + 1) / 2 * pairs,
                        isLuma ? height : (height + 1) / 2
                    ))
            }
        }

        private func scale(
            _ image: ImageBuffer, into frame: UnsafeMutablePointer<AVFrame>
        ) throws(VideoError) {
            let format =
                switch image.format {
                case .rgb8: AV_PIX_FMT_RGB24
                case .rgba8: AV_PIX_FMT_RGBA
                case .bgra8: AV_PIX_FMT_BGRA
                case .gray8: AV_PIX_FMT_GRAY8
                case .nv12: AV_PIX_FMT_NV12
                case .i420: AV_PIX_FMT_YUV420P
                }
            guard let sourceWidth = Int32(exactly: image.width),
                let sourceHeight = Int32(exactly: image.height)
            else { throw VideoError.noMemory }
            av_frame_free(&source)
            source = av_frame_alloc()
            scaler = sight_sws_cached(
                av, scaler, sourceWidth, sourceHeight, format.rawValue, frame.pointee.width,
                frame.pointee.height, AV_PIX_FMT_YUV420P.rawValue)
            guard let source, let scaler else {
                throw VideoError(
                    .unsupportedFormat,
                    "an image of \(image.width)×\(image.height) in \(image.format)")
            }
            (source.pointee.width, source.pointee.height) = (sourceWidth, sourceHeight)
            source.pointee.format = format.rawValue
            guard av_frame_get_buffer(source, 0) >= 0 else { throw VideoError.noMemory }
            copy(image, into: source, width: image.width, height: image.height)
            guard sight_sws_scale(av, scaler, frame, source) >= 0 else {
                throw VideoError(.unsupportedFormat, "an image that cannot be scaled")
            }
        }
    }
#endif
