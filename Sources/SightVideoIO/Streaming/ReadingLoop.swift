import SightConcurrency
import SightTracking

/// The work of a stream's thread: opens its source and passes the frames to the queue.
struct ReadingLoop {
    let handover: Handover<Result<VideoFrame, VideoError>>
    /// The stream's statistics, which any thread may read.
    let record: Guarded<VideoStatistics>
    let pace: VideoStream.Pace
    let arrival: FrameArrival
    /// Whether every frame of a source with an end arrives.
    let keepsStored: Bool

    /// Reads to the end, or until the stream is closed.
    ///
    /// - Parameters:
    ///   - open: opens the source.
    ///   - opened: called once with the properties of the source, or with the error of opening it.
    func run(
        _ open: () throws(VideoError) -> any FrameSource,
        opened: (Result<VideoInfo, VideoError>) -> Void
    ) {
        defer { handover.close() }
        let source: any FrameSource
        var schedule = PlaySchedule(arrival)
        do throws(VideoError) {
            source = try open()
        } catch {
            return opened(.failure(error))
        }
        opened(.success(source.info))
        do throws(VideoError) {
            let isStored = source.info.isStored
            let pace = isStored && keepsStored ? .everyFrame : pace
            schedule.begin(isStored: isStored)
            var dropped = 0
            while let frame = try source.next() {
                record.set(source.statistics, dropped: dropped)
                switch pace {
                case .everyFrame:
                    guard handover.put(.success(frame)) else { return }
                case .realtime:
                    if let due = schedule.due(frame.time.seconds),
                        !handover.sleep(until: due)
                    {
                        return
                    }
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
    /// Stores a source's statistics, and adds the number of frames that the stream has dropped.
    fileprivate func set(_ statistics: VideoStatistics, dropped: Int) {
        var sum = statistics
        sum.droppedFrames += dropped
        current = sum
    }
}
