#if canImport(Darwin)
    import AVFoundation
    import CoreMedia
    import CoreVideo
    import Foundation
    import SightGeometry
    import SightImage
    import SightPlatform

    /// Reads the frames of a movie file through AVFoundation, with the system's hardware decoders.
    ///
    /// Frames are read in place, so a frame that you keep also keeps memory of the decoder. Use a
    /// reader from one thread at a time; ``VideoStream`` is the asynchronous form. For cameras see
    /// `CameraFrames`.
    public final class VideoReader: FrameSource {
        /// The properties of the video.
        public let info: VideoInfo
        /// The numbers of delivered, damaged and lost frames so far.
        public private(set) var statistics = VideoStatistics()

        private let path: String
        private let limit: Int
        private let interruption: VideoInterruption
        private let reader: AVAssetReader
        private let output: AVAssetReaderTrackOutput
        private var clock = StreamClock()

        /// Opens a movie file.
        ///
        /// - Parameters:
        ///   - input: a file; other inputs need FFmpeg on other platforms.
        ///   - options: the limits; the system chooses threads, timeouts and devices itself.
        ///   - interruption: stops reading from another thread.
        /// - Throws: `unsupportedFormat`, `unreadable`, `noVideo`, `tooLarge`, `invalidOptions`.
        public init(
            _ input: VideoInput, options: VideoOptions = VideoOptions(),
            interruption: VideoInterruption = VideoInterruption()
        ) throws(VideoError) {
            try options.check()
            guard case .file(let path) = input else {
                throw VideoError(
                    .unsupportedFormat, "\(input): this platform reads movie files only")
            }
            let asset = AVURLAsset(url: URL(fileURLWithPath: path), options: nil)
            // `tracks(withMediaType:)` does not exist on visionOS.
            guard let track = asset.tracks.first(where: { $0.mediaType == .video }) else {
                let exists = FileManager.default.isReadableFile(atPath: path)
                throw exists
                    ? VideoError(.noVideo, "\(path) has no video track that the system reads")
                    : VideoError(.unreadable, "\(path) cannot be read")
            }
            // The system converts the colors by the matrix of the movie: BT.601, BT.709 or BT.2020.
            let settings: [String: Any] = [
                kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_32BGRA
            ]
            do {
                reader = try AVAssetReader(asset: asset)
            } catch {
                throw VideoError(.unreadable, "\(path): \(error)", cause: error)
            }
            output = AVAssetReaderTrackOutput(track: track, outputSettings: settings)
            output.alwaysCopiesSampleData = false
            info = Self.info(of: track, in: asset, path: path)
            self.path = path
            self.interruption = interruption
            limit = options.maximumPixels
            guard reader.canAdd(output) else {
                throw VideoError(.unsupportedFormat, "\(path) cannot be decoded to BGRA")
            }
            reader.add(output)
            guard reader.startReading() else {
                throw reader.error.map { Self.failure($0, path) }
                    ?? VideoError(.damaged, "\(path): decoding fails")
            }
        }

        deinit { reader.cancelReading() }

        /// Returns the next frame in the order in which frames are shown, or `nil` at the end.
        ///
        /// - Throws: `empty` at the end of a video without a frame, `damaged`, `interrupted`,
        ///   `tooLarge`.
        public func next() throws(VideoError) -> VideoFrame? {
            guard !interruption.isInterrupted else {
                throw VideoError(.interrupted, "reading \(path) was interrupted")
            }
            // The pool releases what AVFoundation autoreleases, also on a thread without a run
            // loop.
            return try autoreleasepool {
                Result { () throws(VideoError) in try decodedFrame() }
            }.get()
        }

        private func decodedFrame() throws(VideoError) -> VideoFrame? {
            while let sample = output.copyNextSampleBuffer() {
                // A sample without an image marks an edit or a gap.
                guard let pixels = CMSampleBufferGetImageBuffer(sample) else { continue }
                return try frame(pixels, at: CMSampleBufferGetPresentationTimeStamp(sample))
            }
            if let error = reader.error { throw Self.failure(error, path) }
            guard statistics.frames > 0 else {
                throw VideoError(.empty, "\(path) has no frames")
            }
            return nil
        }

        /// Returns the error of a reader that has stopped.
        ///
        /// The system also stops readers of undamaged files: with `AVError.operationInterrupted`
        /// when the app goes into the background, and with `mediaServicesWereReset`. The SDK of
        /// `Scripts/check-apple.sh` lacks `AVError`, so the codes are numbers.
        private static func failure(_ error: any Error, _ path: String) -> VideoError {
            let native = error as NSError
            let isInterruption =
                native.domain == "AVFoundationErrorDomain"
                && [-11_847, -11_819].contains(native.code)
            return VideoError(
                isInterruption ? .interrupted : .damaged, "\(path): \(error)", cause: error)
        }

        private func frame(_ pixels: CVPixelBuffer, at time: CMTime) throws(VideoError)
            -> VideoFrame
        {
            let (width, height) = (CVPixelBufferGetWidth(pixels), CVPixelBufferGetHeight(pixels))
            let (count, overflow) = width.multipliedReportingOverflow(by: height)
            guard !overflow, count <= limit else {
                throw VideoError(
                    .tooLarge,
                    "\(path): a frame of \(width)×\(height) pixels, the limit is \(limit) in all")
            }
            let buffer: ImageBuffer
            do throws(ImageError) {
                buffer = try ImageBuffer(pixels)
            } catch {
                throw VideoError(.damaged, "\(path): \(error.message)", cause: error)
            }
            let seconds = clock.time(
                time.isNumeric ? time.seconds : nil, nominal: info.frameRate.map { 1 / $0 } ?? 0.04)
            defer {
                statistics.frames += 1
                statistics.repairedTimes = clock.repairedCount
            }
            return VideoFrame(
                buffer: buffer, orientation: info.orientation, index: statistics.frames,
                time: .seconds(seconds))
        }

        private static func info(
            of track: AVAssetTrack, in asset: AVAsset, path: String
        ) -> VideoInfo {
            let size = track.naturalSize
            let turn = track.preferredTransform
            let matrix = [turn.a, turn.b, 0, turn.c, turn.d, 0, 0, 0, 1]
            let rate = Double(track.nominalFrameRate)
            let seconds = asset.duration.isNumeric ? asset.duration.seconds : nil
            return VideoInfo(
                width: Int(exactly: size.width.rounded()) ?? 0,
                height: Int(exactly: size.height.rounded()) ?? 0,
                orientation: Orientation(
                    displayMatrix: matrix.map { Int32(exactly: ($0 * 65_536).rounded()) ?? 0 }),
                frameRate: rate > 0 ? rate : nil, duration: seconds,
                frameCount: seconds.flatMap { Int(exactly: ($0 * rate).rounded()) }
                    .flatMap { $0 > 0 ? $0 : nil },
                codec: "AVFoundation", container: (path as NSString).pathExtension.lowercased())
        }
    }
#endif
