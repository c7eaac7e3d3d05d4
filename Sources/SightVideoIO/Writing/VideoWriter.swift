#if Video
    import Foundation
    public import SightImage

    #if canImport(Glibc)
        import Glibc
    #endif

    /// Writes frames to a video file that appears whole or not at all.
    ///
    /// Frames go to a temporary file beside the place, which takes the name when the video is
    /// finished. To end early call ``finish()``: the file then has every frame so far. Belongs to
    /// one thread at a time.
    public final class VideoWriter {
        private let path: String
        private let temporary: String
        private let width: Int
        private let height: Int
        private let options: VideoWriterOptions
        private var muxer: Muxer?
        private var encoder: Encoder?
        /// Frames written.
        public private(set) var frameCount = 0

        /// Starts a video file.
        ///
        /// - Parameters:
        ///   - path: the file; `.mp4`, `.m4v`, `.mov`, `.mkv` or `.ts`.
        ///   - width: pixels in a row of the frames; others are scaled to it. Odd sizes get a
        ///     column or row more.
        ///   - height: rows of the frames.
        ///   - options: codec, quality, speed.
        /// - Throws: `unwritable`, `unsupportedFormat`, `tooLarge`.
        public init(
            path: String, width: Int, height: Int,
            options: VideoWriterOptions = VideoWriterOptions()
        ) throws(VideoError) {
            guard (1...16_384).contains(width), (1...16_384).contains(height) else {
                throw VideoError(
                    .tooLarge, "\(path): \(width)×\(height) pixels; sides are 1 to 16384")
            }
            guard (0...51).contains(options.quality), (0...64).contains(options.threadCount),
                options.frameRate > 0, options.frameRate <= 1000
            else {
                throw VideoError(
                    .invalidOptions,
                    "\(path): quality \(options.quality) is in 0…51, "
                        + "\(options.frameRate) frames a second in 0…1000, threads in 0…64")
            }
            self.path = path
            self.width = width
            self.height = height
            self.options = options
            temporary = "\(path).\(getpid())-\(UInt32.random(in: 0 ... .max)).partial"
            muxer = try Muxer(path: temporary, format: Self.format(of: path), name: path)
        }

        deinit { cancel() }

        private static func format(of path: String) throws(VideoError) -> String {
            switch (path as NSString).pathExtension.lowercased() {
            case "mp4", "m4v": return "mp4"
            case "mov": return "mov"
            case "mkv": return "matroska"
            case "ts": return "mpegts"
            default:
                throw VideoError(
                    .unsupportedFormat,
                    "\(path): videos are written as .mp4, .m4v, .mov, .mkv or .ts")
            }
        }

        /// Adds a frame.
        ///
        /// - Parameters:
        ///   - picture: upright pixels; I420 goes to the encoder as it is.
        ///   - time: when it is shown; where it is not later than the frame before it is moved.
        /// - Throws: `unwritable`, `unsupportedFormat`; the file is then given up.
        public func append(_ picture: ImageBuffer, at time: Duration) throws(VideoError) {
            guard let muxer else {
                throw VideoError(.unwritable, "\(path) is already finished")
            }
            do throws(VideoError) {
                if encoder == nil {
                    encoder = try Encoder(
                        width: width, height: height, options: options, muxer: muxer,
                        encoding: picture.format.videoEncoding)
                }
                try encoder?.encode(picture, at: time, into: muxer)
                frameCount += 1
            } catch {
                cancel()
                throw VideoError(error.code, "\(path): \(error.message)", cause: error)
            }
        }

        /// Completes the file and gives it its name.
        ///
        /// - Throws: `empty` without a frame, `unwritable`; no file is left then.
        public func finish() throws(VideoError) {
            guard let muxer else { return }
            do throws(VideoError) {
                guard let encoder else { throw VideoError(.empty, "a video without frames") }
                try encoder.flush(into: muxer)
                try muxer.finish()
                self.encoder = nil
                self.muxer = nil
                guard rename(temporary, path) == 0 else {
                    throw VideoError(.unwritable, String(cString: strerror(errno)))
                }
            } catch {
                cancel()
                throw VideoError(error.code, "\(path): \(error.message)", cause: error)
            }
        }

        /// Gives the file up; nothing is left of it.
        public func cancel() {
            encoder = nil
            guard muxer != nil else { return }
            muxer = nil
            unlink(temporary)
        }
    }

    extension PixelFormat {
        /// What luma and chroma mean in a video of such frames.
        fileprivate var videoEncoding: YCbCrEncoding {
            switch self {
            case .i420(let encoding): encoding
            case .nv12(let range): YCbCrEncoding(range: range)
            case .rgb8, .rgba8, .bgra8, .gray8: YCbCrEncoding()
            }
        }
    }
#endif
