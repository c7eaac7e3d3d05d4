// Tracks objects by their boxes, without a model and without pixels.
//
//     Tracking
import Sight

/// Two objects that pass each other, as your own detector would find them.
func detections(in frame: Int) -> [Detection] {
    let step = Float(4 * frame)
    return [
        Detection(box: Rect(x: 20 + step, y: 60, width: 40, height: 80), score: 0.9),
        Detection(box: Rect(x: 300 - step, y: 90, width: 60, height: 60), score: 0.8),
    ]
}

var tracker = SightTracker()
for frame in 0..<30 {
    let time = FrameTime(nanoseconds: Int64(frame) * 33_000_000)
    let tracks = try tracker.update(detections(in: frame), at: time)
    print(frame, tracks.map { "#\($0.id) at \(Int($0.box.x)), \(Int($0.box.y))" })
}
