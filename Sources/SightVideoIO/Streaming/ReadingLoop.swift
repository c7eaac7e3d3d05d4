import Dispatch
import SightConcurrency
import SightTracking

/// What a stream's thread does: opens its source and hands over its frames.
struct ReadingLoop {
    let handover: Handover<Result<VideoFrame, VideoError>>
    /// The stream's statistics, which everybody may read.
    let record: Guarded<VideoStatistics>
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
            record.set(source.statistics, dropped: record.current.droppedFrames)
            _ = handover.put(.failure(error))
        }
    }
}

extension Guarded<VideoStatistics> {
    /// Takes over a source's numbers, and adds the frames that the stream has dropped.
    fileprivate func set(_ statistics: VideoStatistics, dropped: Int) {
        var sum = statistics
        sum.droppedFrames += dropped
        current = sum
    }
}
