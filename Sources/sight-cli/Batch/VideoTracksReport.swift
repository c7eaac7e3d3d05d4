import Foundation
import Sight
import SightGeometry
import SightVideoIO

/// The output line of `sight track --paths-from` for one video: its objects with their boxes.
struct VideoTracksReport: Encodable {
    /// One object, by its tracking ID.
    struct Object: Encodable {
        let trackingID: Int
        /// The object's latest label; `nil` if it has none.
        var label: String?
        /// The best score, in 0…1.
        var score: Float = 0
        /// For each frame with the object: the frame's number from 0, then x, y, width and height
        /// in upright pixels.
        var boxes: [[Double]] = []
    }

    let file: String
    private(set) var frames = 0
    private(set) var width = 0
    private(set) var height = 0
    /// Seconds from the first frame to the last.
    private(set) var seconds = 0.0
    /// The number of frames of which the decoder had to guess parts.
    private(set) var damaged = 0
    /// The number of frames that could not be read.
    private(set) var lost = 0
    /// The number of times that were missing or out of order, and were replaced.
    private(set) var repairedTimes = 0
    /// The objects in the order of their first frames.
    private(set) var objects: [Object] = []

    private var places: [Int: Int] = [:]

    private enum CodingKeys: String, CodingKey {
        case file, frames, width, height, seconds, damaged, lost, repairedTimes, objects
    }

    init(file: String) { self.file = file }

    /// Notes what is known only at the end of the video.
    mutating func finish(_ statistics: VideoStatistics) {
        lost = statistics.lostFrames
        repairedTimes = statistics.repairedTimes
    }

    /// Adds a frame.
    mutating func add(_ frame: VideoFrame, _ tracked: TrackedFrame) {
        frames += 1
        width = Int(tracked.size.width)
        height = Int(tracked.size.height)
        seconds = (tracked.time.seconds * 1e6).rounded() / 1e6
        if frame.isDamaged { damaged += 1 }
        for object in tracked.objects {
            guard let id = object.trackingID else { continue }
            let place = places[id] ?? objects.count
            if place == objects.count {
                places[id] = place
                objects.append(Object(trackingID: id))
            }
            let box = object.uprightBox
            let numbers = [box.x, box.y, box.width, box.height].map {
                (Double($0) * 100).rounded() / 100
            }
            objects[place].boxes.append([Double(frame.index)] + numbers)
            objects[place].score = max(objects[place].score, object.score)
            if let label = object.labels.first, !label.text.isEmpty {
                objects[place].label = label.text
            }
        }
    }
}
