#if Video && canImport(CLibAV)
    import CLibAV
    import SightImage

    /// Converts decoded frames to images, with as few steps as their pixel formats allow.
    ///
    /// I420, RGB and gray are copied plane by plane, and so is NV12 with the matrix of BT.601.
    /// Other RGB formats and palettes are converted to RGB, and everything else to I420.
    final class FrameConverter {
        private let av: LibAV.Functions
        private var scaler: UnsafeMutableRawPointer?
        private var converted: UnsafeMutablePointer<AVFrame>?

        /// Makes a converter.
        init(av: LibAV.Functions) { self.av = av }

        deinit {
            sight_sws_free(av, scaler)
            av_frame_free(&converted)
        }

        /// Returns a copy of a frame's pixels.
        ///
        /// - Throws: `tooLarge`, `unsupportedFormat`, `damaged`.
        func image(_ frame: UnsafeMutablePointer<AVFrame>) throws(VideoError) -> ImageBuffer {
            let encoding = Self.encoding(frame.pointee)
            let format = AVPixelFormat(frame.pointee.format)
            do throws(ImageError) {
                switch format {
                case AV_PIX_FMT_YUV420P, AV_PIX_FMT_YUVJ420P:
                    return try Self.i420(frame.pointee, encoding)
                case AV_PIX_FMT_NV12 where encoding.matrix == .bt601:
                    return try Self.nv12(frame.pointee, encoding.range)
                case AV_PIX_FMT_RGB24: return try Self.packed(frame.pointee, .rgb8)
                case AV_PIX_FMT_RGBA, AV_PIX_FMT_RGB0:
                    return try Self.packed(frame.pointee, .rgba8)
                case AV_PIX_FMT_BGRA, AV_PIX_FMT_BGR0:
                    return try Self.packed(frame.pointee, .bgra8)
                case AV_PIX_FMT_GRAY8: return try Self.packed(frame.pointee, .gray8)
                default: break
                }
            } catch {
                throw VideoError(.damaged, error.message, cause: error)
            }
            return try image(try convert(frame, from: format))
        }

        /// Converts a frame whose pixel format ``PixelFormat`` does not have.
        private func convert(
            _ frame: UnsafeMutablePointer<AVFrame>, from format: AVPixelFormat
        ) throws(VideoError) -> UnsafeMutablePointer<AVFrame> {
            guard let description = av_pix_fmt_desc_get(format)?.pointee,
                description.flags & UInt64(AV_PIX_FMT_FLAG_HWACCEL) == 0
            else {
                throw VideoError(
                    .unsupportedFormat, "pixels of FFmpeg's format \(frame.pointee.format)")
            }
            let isRGB =
                description.flags & UInt64(AV_PIX_FMT_FLAG_RGB | AV_PIX_FMT_FLAG_PAL) != 0
            // The converter knows the range of the old full-range formats, and keeps the range of
            // others.
            let isFull = [
                AV_PIX_FMT_YUVJ422P, AV_PIX_FMT_YUVJ444P, AV_PIX_FMT_YUVJ440P, AV_PIX_FMT_YUVJ411P,
            ].contains { $0 == format }
            let target =
                isRGB ? AV_PIX_FMT_RGB24 : isFull ? AV_PIX_FMT_YUVJ420P : AV_PIX_FMT_YUV420P
            let (width, height) = (frame.pointee.width, frame.pointee.height)
            scaler = sight_sws_cached(
                av, scaler, width, height, format.rawValue, width, height, target.rawValue)
            av_frame_free(&converted)
            converted = av_frame_alloc()
            guard let scaler, let converted else {
                throw VideoError(
                    .unsupportedFormat, "frames of \(width)×\(height) cannot be converted")
            }
            (converted.pointee.width, converted.pointee.height) = (width, height)
            converted.pointee.format = target.rawValue
            guard av_frame_get_buffer(converted, 0) >= 0,
                sight_sws_scale(av, scaler, converted, frame) >= 0
            else {
                throw VideoError(.damaged, "a frame of \(width)×\(height) cannot be converted")
            }
            converted.pointee.colorspace = frame.pointee.colorspace
            converted.pointee.color_range = frame.pointee.color_range
            return converted
        }

        /// Returns the meaning of luma and chroma; if the stream states none, the frame's height
        /// decides.
        private static func encoding(_ frame: AVFrame) -> YCbCrEncoding {
            let isFull =
                frame.color_range == AVCOL_RANGE_JPEG
                || frame.format == AV_PIX_FMT_YUVJ420P.rawValue
            let range: LumaRange = isFull ? .full : .video
            let matrix: YCbCrEncoding.Matrix =
                switch frame.colorspace {
                case AVCOL_SPC_BT709: .bt709
                case AVCOL_SPC_BT2020_NCL, AVCOL_SPC_BT2020_CL: .bt2020
                case AVCOL_SPC_UNSPECIFIED: .unstated(height: Int(frame.height), range: range)
                default: .bt601
                }
            return YCbCrEncoding(matrix: matrix, range: range)
        }

        private static func i420(
            _ frame: AVFrame, _ encoding: YCbCrEncoding
        ) throws(ImageError) -> ImageBuffer {
            let (width, height) = (Int(frame.width), Int(frame.height))
            let (half, rows) = ((width + 1) / 2, (height + 1) / 2)
            return try ImageBuffer(
                width: width, height: height, encoding: encoding,
                luma: PlaneCopy.rows(frame.data.0, frame.linesize.0, width, height),
                lumaRowBytes: width,
                cb: PlaneCopy.rows(frame.data.1, frame.linesize.1, half, rows),
                cr: PlaneCopy.rows(frame.data.2, frame.linesize.2, half, rows), chromaRowBytes: half
            )
        }

        private static func nv12(
            _ frame: AVFrame, _ range: LumaRange
        ) throws(ImageError) -> ImageBuffer {
            let (width, height) = (Int(frame.width), Int(frame.height))
            let pairs = (width + 1) / 2 * 2
            return try ImageBuffer(
                width: width, height: height, range: range,
                luma: PlaneCopy.rows(frame.data.0, frame.linesize.0, width, height),
                lumaRowBytes: width,
                chroma: PlaneCopy.rows(frame.data.1, frame.linesize.1, pairs, (height + 1) / 2),
                chromaRowBytes: pairs)
        }

        private static func packed(
            _ frame: AVFrame, _ format: PixelFormat
        ) throws(ImageError) -> ImageBuffer {
            let (width, height) = (Int(frame.width), Int(frame.height))
            let rowWidth = width * format.bytesPerPixel
            return try ImageBuffer(
                width: width, height: height, format: format,
                bytes: PlaneCopy.rows(frame.data.0, frame.linesize.0, rowWidth, height))
        }
    }
#endif
