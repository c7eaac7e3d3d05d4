import ArgumentParser
import Foundation
import Sight
import SightGeometry
import SightImage
import SightVideoIO

/// One run of `sight track` over a video; decoding, tracking and drawing have separate threads.
struct TrackSession {
    let name: String
    let follower: ObjectTracker
    let outputs: TrackOutputOptions
    /// Whether the next frame may come late, so that the lines of a frame must not wait for it.
    let isLive: Bool
    let initialBox: Upright.Rect?

    /// Tracks every frame and completes the outputs.
    ///
    /// The outputs are opened after the first frame: if that shows that the box or a model is
    /// unusable, the files of an earlier run stay.
    ///
    /// - Throws: ``CommandError``, or an exit code if the video broke off; everything before is
    ///   written.
    func run(_ stream: VideoStream, interruption: InterruptSignal) async throws {
        var sinks: TrackSinks?
        interruption.whenRaised { stream.cancel() }
        var progress = TrackProgress(total: stream.info.frameCount)
        var census = TrackCensus()
        var failure: (any Error)?
        do {
            for try await frame in stream {
                if interruption.isRaised { break }
                let tracked = try await track(frame, isFirst: census.frameCount == 0)
                census.count(tracked)
                let open = try sinks ?? openOutputs(stream, size: tracked.size)
                sinks = open
                try await open.take(frame, tracked, statistics: stream.statistics)
                progress.advance(objects: tracked.objects.count)
            }
        } catch let error as VideoError where error.code == .interrupted {
            // Ctrl-C interrupted the wait for a frame.
        } catch {
            failure = error
        }
        stream.cancel()
        progress.clear()
        do {
            if sinks == nil, failure == nil { sinks = try openOutputs(stream, size: nil) }
            try await sinks?.finish()
        } catch {
            failure = failure ?? error
        }
        if sinks == nil, let failure { throw explained(failure) }
        if !outputs.takesStandardOutput { try census.printTable() }
        Console.remark(census.summary(stream.statistics, seconds: progress.seconds))
        if let failure { throw explained(failure) }
    }

    private func openOutputs(_ stream: VideoStream, size: Upright.Size?) throws(CommandError)
        -> TrackSinks
    {
        try TrackSinks(outputs, name: name, isLive: isLive, info: stream.info, size: size)
    }

    private func track(_ frame: VideoFrame, isFirst: Bool) async throws(DetectionError)
        -> TrackedFrame
    {
        let image = VisionImage(frame.buffer, orientation: frame.orientation)
        let time = frame.time
        if isFirst, let initialBox {
            return try await follower.follow(initialBox, in: image, at: time)
        }
        return try await follower.objects(in: image, at: time)
    }

    private func explained(_ error: any Error) -> CommandError {
        switch error {
        case let error as CommandError: error
        case let error as VideoError:
            CommandError(.someInputsFailed, error.message, cause: error)
        case let error as DetectionError:
            CommandError(.someInputsFailed, "\(name): \(error.message)", cause: error)
        default: CommandError(.someInputsFailed, "\(name): \(error)", cause: error)
        }
    }
}
