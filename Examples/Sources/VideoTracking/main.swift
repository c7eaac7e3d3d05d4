// Tracks the objects of a video with the built-in models, and prints a line for each frame.
//
//     VideoTracking street.mp4
import Foundation
import SightDefaultModels
import SightVideoIO

guard CommandLine.arguments.count == 2 else {
    print("usage: VideoTracking VIDEO")
    exit(2)
}
var options = ObjectTrackerOptions()
options.allowsMultipleObjects = true
// The tracker detects on every fifth frame and tracks the objects in between.
options.schedule = .every(5)
let tracker = ObjectTracker(localizer: try DefaultModels().makeLocalizer(), options: options)
let video = try await VideoStream.open(VideoInput(CommandLine.arguments[1]))
for try await frame in video {
    let image = VisionImage(frame.buffer, orientation: frame.orientation)
    let tracked = try await tracker.objects(in: image, at: frame.time)
    let objects = tracked.objects.map { "#\($0.trackingID ?? 0) \($0.uprightBox)" }
    print(frame.index, objects.joined(separator: "  "))
}
