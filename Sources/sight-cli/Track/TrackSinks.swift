import Foundation
import Sight
import SightEvaluation
import SightGeometry
import SightImage
import SightTracking
import SightVideoIO

/// The outputs of a run of `sight track`, which are written frame by frame.
final class TrackSinks {
    private let name: String
    private let lines: LineFile?
    private let rows: LineFile?
    private let recorder: VideoRecorder?
    private let server: FrameServer?
    private var trails: TrailRecord?

    /// Opens the outputs; if one cannot be opened, the files of all others keep their content.
    ///
    /// - Parameters:
    ///   - options: the outputs.
    ///   - name: the name of the video in the lines of JSON.
    ///   - isLive: whether the next frame may come late, so that lines must not wait for it.
    ///   - info: the properties of the video.
    ///   - size: the size of the first frame, which the output video needs; `nil` for a video
    ///     without frames.
    /// - Throws: ``CommandError`` with status `usage`.
    init(
        _ options: TrackOutputOptions, name: String, isLive: Bool, info: VideoInfo,
        size: Upright.Size?
    ) throws(CommandError) {
        self.name = name
        lines = try options.jsonl.map { path throws(CommandError) in
            try LineFile(path, isLive: isLive)
        }
        rows = try options.mot.map { path throws(CommandError) in
            try LineFile(path, isLive: isLive)
        }
        trails = options.showTrails ? TrailRecord() : nil
        server = try options.serve.map { port throws(CommandError) in
            try FrameServer(port: port)
        }
        recorder = try Self.recorder(options.out, size, info)
        try lines?.clear()
        try rows?.clear()
        if let server { Console.remark("http://127.0.0.1:\(server.port)/ shows the frames") }
    }

    /// Writes one frame to all outputs, even if one fails.
    ///
    /// - Throws: ``CommandError`` with status `usage` for an output that cannot be written.
    func take(_ frame: VideoFrame, _ tracked: TrackedFrame, statistics: VideoStatistics)
        async throws(CommandError)
    {
        var failure: CommandError?
        do throws(CommandError) {
            try write(frame, tracked, dropped: statistics.droppedFrames)
        } catch {
            failure = error
        }
        trails?.note(tracked)
        let annotations = tracked.objects.map { annotation($0) }
        if let recorder { try await record(frame, annotations, recorder) }
        server?.show {
            try? LiveFrame(frame: frame, annotations: annotations, size: tracked.size).rendered()
        }
        if let failure { throw failure }
    }

    /// Writes the lines of one frame, also of the second file if the first one fails.
    private func write(
        _ frame: VideoFrame, _ tracked: TrackedFrame, dropped: Int
    ) throws(CommandError) {
        var failure: CommandError?
        do throws(CommandError) {
            try lines?.write(
                JSONText.line(TrackReport(frame, tracked, file: name, dropped: dropped)))
        } catch {
            failure = error
        }
        if let rows {
            for object in tracked.objects {
                let row = MOTRow(
                    frame: frame.index + 1, id: object.trackingID ?? -1, box: object.uprightBox,
                    score: object.score)
                try rows.write(MOTText.line(of: row))
            }
        }
        if let failure { throw failure }
    }

    /// Completes the outputs, all of them even if one fails.
    ///
    /// - Throws: ``CommandError`` with status `usage` for the first one that fails.
    func finish() async throws(CommandError) {
        server?.stop()
        var failures: [CommandError] = []
        for file in [lines, rows] {
            do throws(CommandError) { try file?.finish() } catch { failures.append(error) }
        }
        do throws(VideoError) {
            try await recorder?.finish()
        } catch {
            failures.append(CommandError(.usage, error.message, cause: error))
        }
        if let first = failures.first { throw first }
    }

    private func record(
        _ frame: VideoFrame, _ annotations: [Annotation], _ recorder: VideoRecorder
    ) async throws(CommandError) {
        do throws(VideoError) {
            try await recorder.append(at: frame.time) { () throws(ImageError) in
                try frame.buffer.annotatedFrame(annotations, orientation: frame.orientation)
            }
        } catch {
            throw CommandError(.usage, error.message, cause: error)
        }
    }

    private static func recorder(
        _ path: String?, _ size: Upright.Size?, _ info: VideoInfo
    ) throws(CommandError) -> VideoRecorder? {
        guard let path, let size else { return nil }
        var options = VideoWriterOptions()
        options.frameRate = min(max(info.frameRate ?? 25, 1), 1000)
        options.presentation = info.presentation.upright(info.orientation)
        do throws(VideoError) {
            return try VideoRecorder(
                path: path, width: Int(size.width), height: Int(size.height), options: options)
        } catch {
            throw CommandError(.usage, error.message, cause: error)
        }
    }

    /// The color depends on the identity, so it stays the same in all frames.
    private func annotation(_ object: Object) -> Annotation {
        let id = object.trackingID ?? 0
        var text = "#\(id)"
        if let label = object.labels.first {
            text += " " + (label.text.isEmpty ? "class \(label.index)" : label.text)
        }
        return Annotation(
            rect: object.uprightBox, text: text + String(format: " %.2f", object.score),
            colorIndex: id, trail: trails?.trail(of: id) ?? [])
    }
}
