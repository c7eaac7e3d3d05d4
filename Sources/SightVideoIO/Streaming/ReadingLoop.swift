import Dispatch
import Foundation
import SightTracking

/// What a stream's thread does: opens its source and hands over its frames.
struct ReadingLoop {
    let handover: Handover<Result<VideoFrame, VideoError>>
    let record: StatisticsRecord
    let pace: VideoStream.Pace

    /// Reads to the end, or until nobody takes frames any more.
    ///
    /// - Parameters:
    ///   - open: makes the source.
    ///   - opened: is told once what the source is, or why there is none.
    func run(
        _ open: () throws(VideoError) -> any FrameSource,
        opened: (Result<VideoInfo, VideoError>) -> Void
    ) {
        defer { handover.close() }
        let source: any FrameSource
        do throws(VideoError) {
            source = try open()
        } catch {
            return opened(.failure(error))
        }
        opened(.success(source.info))
        do throws(VideoError) {
            let start = DispatchTime.now()
            var dropped = 0
            while let frame = try source.next() {
                record.set(source.statistics, dropped: dropped)
                switch pace {
                case .everyFrame:
                    guard handover.put(.success(frame)) else { return }
                case .realtime:
                    guard handover.sleep(until: start + frame.time.seconds) else { return }
                    let (wasFull, isOpen) = handover.putNewest(.success(frame))
                    guard isOpen else { return }
                    if wasFull { dropped += 1 }
                    record.set(source.statistics, dropped: dropped)
                }
            }
            record.set(source.statistics, dropped: dropped)
        } catch {
            record.set(source.statistics, dropped: record.value.droppedFrames)
            _ = handover.put(.failure(error))
        }
    }
}

/// A stream's statistics, written by its thread and read by everybody.
final class StatisticsRecord: @unchecked Sendable {  // `current` is only touched under the lock
    private let lock = NSLock()
    private var current = VideoStatistics()

    /// The latest numbers.
    var value: VideoStatistics { lock.withLock { current } }

    /// Takes over a source's numbers.
    func set(_ statistics: VideoStatistics, dropped: Int) {
        lock.withLock {
            current = statistics
            current.droppedFrames = statistics.droppedFrames + dropped
        }
    }
}
