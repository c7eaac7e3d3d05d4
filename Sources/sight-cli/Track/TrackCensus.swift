import Foundation
import Sight
import SightVideoIO

/// The identities in a video, each with its first and its last frame.
struct TrackCensus {
    private struct Entry {
        var label = ""
        var frames = 0
        var first: Double
        var last: Double
        var best: Float = 0
    }

    private var entries: [Int: Entry] = [:]
    /// The number of frames so far.
    private(set) var frameCount = 0

    /// Counts the objects of a frame.
    mutating func count(_ frame: TrackedFrame) {
        frameCount += 1
        for object in frame.objects {
            guard let id = object.trackingID else { continue }
            let time = frame.time.seconds
            var entry = entries[id] ?? Entry(first: time, last: time)
            entry.frames += 1
            entry.last = time
            entry.best = max(entry.best, object.score)
            if let label = object.labels.first, !label.text.isEmpty { entry.label = label.text }
            entries[id] = entry
        }
    }

    /// Prints a line for each identity on standard output.
    ///
    /// - Throws: ``CommandError`` with status `usage` if it cannot be written.
    func printTable() throws(CommandError) {
        var table = TextTable([
            ("id", .right), ("label", .left), ("frames", .right), ("from", .right),
            ("to", .right), ("best score", .right),
        ])
        for (id, entry) in entries.sorted(by: { $0.key < $1.key }) {
            table.add(
                "\(id)", entry.label.isEmpty ? "Object" : entry.label, "\(entry.frames)",
                String(format: "%.2f s", entry.first), String(format: "%.2f s", entry.last),
                String(format: "%.2f", entry.best))
        }
        try Console.output(table.text)
    }

    /// Returns one line about the run.
    func summary(_ statistics: VideoStatistics, seconds: Double) -> String {
        var text = "\(frameCount) frames, \(entries.count) objects"
        if seconds > 0 { text += String(format: ", %.1f frames/s", Double(frameCount) / seconds) }
        for (count, what) in [
            (statistics.damagedFrames, "damaged"), (statistics.lostFrames, "lost"),
            (statistics.droppedFrames, "dropped"), (statistics.repairedTimes, "times repaired"),
            (statistics.reconnections, "reconnections"),
        ] where count > 0 {
            text += ", \(count) \(what)"
        }
        return text
    }
}
