import Sight
import SightVideoIO

/// The frames of a video by their numbers, so that a lost frame does not shift the others.
struct NumberedFrames {
    private let reader: VideoReader
    /// The next frame, which may belong to a later number.
    private var waiting: VideoFrame?

    /// Prepares to read from the first frame.
    init(_ reader: VideoReader) { self.reader = reader }

    /// The average number of frames per second; `nil` if unknown.
    var frameRate: Double? { reader.info.frameRate }

    /// Returns the image with a number from 1, or `nil` if the video has none.
    ///
    /// - Precondition: the numbers of successive calls increase.
    /// - Throws: ``CommandError`` with status `someInputsFailed`.
    mutating func image(_ number: Int) throws(CommandError) -> VisionImage? {
        do throws(VideoError) {
            if waiting == nil { waiting = try reader.next() }
        } catch  where error.code == .interrupted {
            return nil
        } catch {
            throw CommandError(.someInputsFailed, error.message, cause: error)
        }
        guard let frame = waiting, frame.index < number else { return nil }
        waiting = nil
        return VisionImage(frame.buffer, orientation: frame.orientation)
    }
}
