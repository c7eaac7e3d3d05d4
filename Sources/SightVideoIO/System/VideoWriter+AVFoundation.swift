#if canImport(Darwin)
    import AVFoundation
    import CoreMedia
    import Foundation
    public import SightImage
    public import SightTracking

    /// Writes frames to a movie file through AVFoundation and the system's hardware; the file
    /// appears only when it is complete.
    ///
    /// The writer writes to a temporary file beside the destination and renames it at the end. Use
    /// a writer from one thread at a time.
    public final class VideoWriter {
        /// The number of frames that were written.
        public private(set) var frameCount = 0

        private let path: String
        private let destination: VideoDestination
        private let frames: PixelBufferFiller
        private let writer: AVAssetWriter
        private let input: AVAssetWriterInput
        private let adaptor: AVAssetWriterInputPixelBufferAdaptor
        private var lastTime: CMTimeValue?
        private var isOpen = true
        /// The error after which the file was deleted.
        private var failed: VideoError?

        /// The units of time in a second, which fit whole frames at 24, 25, 30, 50 and 60 per
        /// second.
        private static let unitsPerSecond: CMTimeScale = 30_000

        /// Starts a movie file.
        ///
        /// - Parameters:
        ///   - path: the file; `.mp4`, `.m4v` or `.mov`.
        ///   - width: pixels per row of the video; frames of another size are scaled. An odd width
        ///     or height is increased by one.
        ///   - height: number of rows of the video.
        ///   - options: the codec, `automatic` or `h264`; the system chooses the rest.
        /// - Throws: `unwritable`, `unsupportedFormat`, `tooLarge`, `invalidOptions`.
        public init(
            path: String, width: Int, height: Int,
            options: VideoWriterOptions = VideoWriterOptions()
        ) throws(VideoError) {
            guard (1...16_384).contains(width), (1...16_384).contains(height) else {
                throw VideoError(
                    .tooLarge, "\(path): \(width)×\(height) pixels; sides are 1 to 16384")
            }
            guard options.codec != .mpeg4 else {
                throw VideoError(.unsupportedFormat, "\(path): this platform writes H.264 only")
            }
            try options.check(path)
            let type = try Self.type(of: path)
            self.path = path
            frames = PixelBufferFiller(width: (width + 1) & ~1, height: (height + 1) & ~1)
            destination = try VideoDestination(path)
            do {
                writer = try AVAssetWriter(
                    outputURL: URL(fileURLWithPath: destination.temporary), fileType: type)
            } catch {
                throw VideoError(.unwritable, "\(path): \(error)", cause: error)
            }
            input = AVAssetWriterInput(
                mediaType: .video,
                outputSettings: [
                    AVVideoCodecKey: AVVideoCodecType.h264.rawValue,
                    AVVideoWidthKey: frames.width, AVVideoHeightKey: frames.height,
                ])
            adaptor = AVAssetWriterInputPixelBufferAdaptor(
                assetWriterInput: input, sourcePixelBufferAttributes: nil)
            guard writer.canAdd(input) else {
                throw VideoError(
                    .unsupportedFormat, "\(path): no encoder for \(width)×\(height) pixels")
            }
            writer.add(input)
            guard writer.startWriting() else { throw failure() }
            destination.restrict()
            writer.startSession(atSourceTime: CMTime.zero)
        }

        deinit { cancel() }

        private static func type(of path: String) throws(VideoError) -> AVFileType {
            switch (path as NSString).pathExtension.lowercased() {
            case "mp4", "m4v": return .mp4
            case "mov": return .mov
            default:
                throw VideoError(
                    .unsupportedFormat, "\(path): videos are written as .mp4, .m4v or .mov")
            }
        }

        /// Adds a frame; waits until the encoder has room.
        ///
        /// - Parameters:
        ///   - image: upright pixels.
        ///   - time: when the frame is shown; a time that is not later than the previous one is
        ///     increased.
        /// - Throws: `unwritable`; the writer then deletes the file.
        public func append(_ image: ImageBuffer, at time: FrameTime) throws(VideoError) {
            guard isOpen else {
                throw failed ?? VideoError(.unwritable, "\(path) is already finished")
            }
            let stated =
                CMTimeValue(
                    exactly: (time.seconds * Double(Self.unitsPerSecond)).rounded()) ?? 0
            let value = max(stated, lastTime.map { $0 + 1 } ?? 0)
            do throws(ImageError) {
                // The pool releases what AVFoundation autoreleases, also on a thread without a run
                // loop.
                try autoreleasepool {
                    Result { () throws(ImageError) in try write(image, at: value) }
                }.get()
            } catch {
                cancel()
                let error = VideoError(.unwritable, "\(path): \(error.message)", cause: error)
                failed = error
                throw error
            }
            lastTime = value
            frameCount += 1
        }

        /// Waits until the encoder has room, and passes it a frame.
        private func write(_ image: ImageBuffer, at value: CMTimeValue) throws(ImageError) {
            let buffer = try frames.fill(with: image)
            while !input.isReadyForMoreMediaData, writer.status == .writing { usleep(1000) }
            let moment = CMTime(value: value, timescale: Self.unitsPerSecond)
            guard writer.status == .writing, adaptor.append(buffer, withPresentationTime: moment)
            else { throw ImageError(.unwritable, "\(failure())") }
        }

        /// Completes the file and renames it to its destination; blocks the calling thread.
        ///
        /// - Throws: `empty` without a frame, `unwritable`, the error of ``append(_:at:)``; no file
        ///   is left then.
        public func finish() throws(VideoError) {
            guard isOpen else {
                if let failed { throw failed }
                return
            }
            guard frameCount > 0 else {
                cancel()
                throw VideoError(.empty, "\(path): a video without frames")
            }
            isOpen = false
            // The calls raise an exception in most other states. The writer of an iOS app that goes
            // into the background is in the state `failed`.
            if writer.status == .writing {
                input.markAsFinished()
                let done = DispatchSemaphore(value: 0)
                writer.finishWriting { done.signal() }
                done.wait()
            }
            guard writer.status == .completed else {
                let error = failure()
                destination.discard()
                throw error
            }
            do throws(VideoError) {
                try destination.publish()
            } catch {
                throw VideoError(error.code, "\(path): \(error.message)", cause: error)
            }
        }

        /// Stops writing and deletes the temporary file.
        public func cancel() {
            guard isOpen else { return }
            isOpen = false
            // `deinit` also runs after a failed `init`, and the call may raise an exception then.
            if writer.status == .writing { writer.cancelWriting() }
            destination.discard()
        }

        private func failure() -> VideoError {
            let reason = writer.error.map { "\($0)" } ?? String(cString: strerror(errno))
            return VideoError(.unwritable, "\(path): \(reason)", cause: writer.error)
        }
    }
#endif
