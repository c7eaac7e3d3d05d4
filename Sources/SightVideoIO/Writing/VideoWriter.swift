#if Video && canImport(CLibAV)
    import Foundation
    public import SightImage
    public import SightTracking

    /// Writes frames to a video file; the file appears only when it is complete.
    ///
    /// The writer writes to a temporary file beside the destination and renames it at the end. To
    /// stop early, call ``finish()``; the file then contains every frame so far. Use a writer from
    /// one thread at a time.
    public final class VideoWriter {
        private let path: String
        private let destination: VideoDestination
        private let width: Int
        private let height: Int
        private let options: VideoWriterOptions
        private let av: LibAV.Functions
        private var muxer: Muxer?
        private var encoder: Encoder?
        /// The error that has ended the file.
        private var failure: VideoError?
        /// The number of frames that were written.
        public private(set) var frameCount = 0

        /// Starts a video file.
        ///
        /// - Parameters:
        ///   - path: the file; `.mp4`, `.m4v`, `.mov`, `.mkv` or `.ts`.
        ///   - width: pixels per row of the video; frames of another size are scaled. An odd width
        ///     or height is increased by one.
        ///   - height: number of rows of the video.
        ///   - options: codec, quality and speed.
        /// - Throws: `unwritable`, `unsupportedFormat`, `tooLarge`.
        public init(
            path: String, width: Int, height: Int,
            options: VideoWriterOptions = VideoWriterOptions()
        ) throws(VideoError) {
            guard (1...16_384).contains(width), (1...16_384).contains(height) else {
                throw VideoError(
                    .tooLarge, "\(path): \(width)×\(height) pixels; sides are 1 to 16384")
            }
            try options.check(path)
            self.path = path
            self.width = width
            self.height = height
            self.options = options
            destination = try VideoDestination(path)
            av = try LibAV.functions(for: path)
            let format = try Self.format(of: path)
            try destination.create()
            do throws(VideoError) {
                muxer = try Muxer(
                    path: destination.temporary, format: format, name: path, av: av)
            } catch {
                destination.discard()
                throw error
            }
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
        ///   - image: upright pixels; I420 is passed to the encoder without conversion.
        ///   - time: when the frame is shown; a time that is not later than the previous one is
        ///     increased.
        /// - Throws: `unwritable`, `unsupportedFormat`; the writer then deletes the file. If the
        ///   container refuses a frame, the writer completes the file with the frames before it.
        public func append(_ image: ImageBuffer, at time: FrameTime) throws(VideoError) {
            guard let muxer else {
                throw failure ?? VideoError(.unwritable, "\(path) is already finished")
            }
            do throws(VideoError) {
                if encoder == nil {
                    encoder = try Encoder(
                        width: width, height: height, options: options, muxer: muxer,
                        encoding: image.yCbCr ?? YCbCrEncoding(), av: av)
                }
                try encoder?.encode(image, at: time, into: muxer)
                frameCount += 1
            } catch {
                throw fail(error)
            }
        }

        /// Completes the file and renames it to its destination.
        ///
        /// - Throws: `empty` without a frame, `unwritable`, the error of ``append(_:at:)``; no file
        ///   is left then.
        public func finish() throws(VideoError) {
            guard let muxer else {
                if let failure { throw failure }
                return
            }
            do throws(VideoError) {
                guard let encoder else { throw VideoError(.empty, "a video without frames") }
                try encoder.flush(into: muxer)
                try muxer.finish()
                self.encoder = nil
                self.muxer = nil
                try destination.publish()
            } catch {
                throw fail(error)
            }
        }

        /// Completes or deletes the file, and returns the error that all later calls throw.
        private func fail(_ error: VideoError) -> VideoError {
            let isComplete = completes()
            cancel()
            let rest = isComplete ? "; the file has the frames before" : ""
            let error = VideoError(error.code, "\(path): \(error.message)\(rest)", cause: error)
            failure = error
            return error
        }

        /// Completes the file after the container has refused a frame, and returns whether it did.
        ///
        /// A full disk also prevents that.
        private func completes() -> Bool {
            guard let muxer, muxer.isBroken else { return false }
            do throws(VideoError) {
                try muxer.finish()
                try destination.publish()
            } catch {
                return false
            }
            (self.encoder, self.muxer) = (nil, nil)
            return true
        }

        /// Stops writing and deletes the temporary file.
        public func cancel() {
            encoder = nil
            guard muxer != nil else { return }
            muxer = nil
            destination.discard()
        }
    }
#endif
