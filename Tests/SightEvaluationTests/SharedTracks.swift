import Foundation
import SightEvaluation
import SightTracking

/// The sequences beside the package, which may be missing.
enum SharedTracks {
    /// The folder of the sequences; `SIGHT_SHARED` sets its parent folder.
    static var folder: URL {
        if let path = ProcessInfo.processInfo.environment["SIGHT_SHARED"] {
            return URL(fileURLWithPath: path).appendingPathComponent("fixtures/mot")
        }
        return URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("shared/fixtures/mot")
    }

    /// Whether the sequences exist; prints a line if they do not.
    static var areThere: Bool {
        let found = FileManager.default.fileExists(atPath: folder.path)
        if !found { print("SKIPPED: \(folder.path) is absent") }
        return found
    }

    /// The rows of a text.
    static func rows(_ path: String) throws -> [MOTRow] {
        try MOTText.rows(
            of: String(contentsOf: folder.appendingPathComponent(path), encoding: .utf8))
    }

    /// The ground truth of a sequence.
    static func truth(_ name: String) throws -> [MOTRow] {
        let file = name == "Venice-2" ? "gt.txt" : "gt/gt.txt"
        return try rows("motchallenge/\(name)/\(file)")
    }

    /// The tracks that a tracker finds in the detections of a sequence.
    static func results(_ name: String, _ tracker: any Tracker) throws -> [MOTRow] {
        var tracker = tracker
        let detections = Dictionary(
            grouping: try rows("sort_dets/\(name)/det/det.txt"), by: \.frame)
        var results: [MOTRow] = []
        for frame in 1...max(1, detections.keys.max() ?? 1) {
            let boxes = (detections[frame] ?? []).map { Detection(box: $0.box, score: $0.score) }
            let tracks = try tracker.update(
                boxes, at: FrameTime(nanoseconds: Int64(frame) * 40_000_000))
            results += tracks.map { MOTRow(frame: frame, id: $0.id, box: $0.box, score: $0.score) }
        }
        return results
    }
}
