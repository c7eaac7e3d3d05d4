import Foundation
import Sight
import SightTracking
import SightVideoIO

/// `sight track --paths-from`: tracks the objects in the videos of a list, with an answer for each.
struct TrackBatch {
    let options: BatchOptions
    let frameRate: Double?
    /// Makes a tracker without objects.
    let makeFollower: () -> ObjectTracker

    /// Answers every input of the list, one video after the other.
    ///
    /// - Throws: ``CommandError`` with status `usage` for the list and for standard output.
    func run() async throws(CommandError) {
        let feed = try BatchFeed(options, lead: 1) { _ in Task {} }
        let output = BatchOutput()
        for await item in feed.items {
            let report: VideoTracksReport
            do throws(CommandError) {
                report = try await follow(item.entry)
            } catch {
                try output.writeFailure(error.message, for: item.entry)
                feed.answered()
                continue
            }
            try output.write(report, for: item.entry)
            feed.answered()
        }
        try feed.finish()
    }

    /// Tracks the objects of one video from its first frame to its last.
    private func follow(_ entry: BatchEntry) async throws(CommandError) -> VideoTracksReport {
        let path: String
        switch entry.content {
        case .path(let given): path = given
        case .bytes:
            throw CommandError(
                .someInputsFailed, "the line has \"image\": videos are named by \"path\" alone")
        case .unusable(let why): throw CommandError(.someInputsFailed, why)
        }
        let input = try BatchFile.video(path)
        var report = VideoTracksReport(file: path)
        let follower = makeFollower()
        do {
            var video = VideoOptions()
            video.frameRate = frameRate
            let stream = try await VideoStream.open(input, options: video)
            defer { stream.cancel() }
            for try await frame in stream {
                let image = VisionImage(frame.buffer, orientation: frame.orientation)
                let tracked = try await follower.objects(in: image, at: frame.time)
                report.add(frame, tracked)
            }
            report.finish(stream.statistics)
        } catch let error as VideoError {
            throw CommandError(.someInputsFailed, error.message, cause: error)
        } catch {
            throw CommandError(.someInputsFailed, "\(path): \(error)", cause: error)
        }
        return report
    }
}
