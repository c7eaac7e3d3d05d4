import SightGeometry
package import SightTracking

/// Moves detections of an earlier frame to the present positions of their objects.
///
/// A detection moves and grows as the track that it overlapped has done since then; a detection
/// without a track keeps its place.
///
/// - Source: after the fast-forwarding of MediaPipe's box tracker, with the tracks themselves as
///   the record of what moved.
package struct BoxMotion: Sendable {
    private static let minimumIoU: Float = 0.3

    /// The boxes of the tracks in the frame on which detection started, by tracking ID.
    private let before: [Int: Rect<Upright>]

    /// Records the positions of the tracks in the frame on which detection starts.
    package init(_ tracks: [Track]) {
        before = Dictionary(tracks.map { ($0.id, $0.box) }) { first, _ in first }
    }

    /// Returns the detections at the present positions of their objects.
    package func moved(_ detections: [Detection], to tracks: [Track]) -> [Detection] {
        detections.map { detection in
            let overlaps = tracks.compactMap { track -> (Float, Rect<Upright>, Rect<Upright>)? in
                guard let old = before[track.id] else { return nil }
                return (old.intersectionOverUnion(detection.box), old, track.box)
            }
            guard let (overlap, old, new) = overlaps.max(by: { $0.0 < $1.0 }),
                overlap >= Self.minimumIoU
            else { return detection }
            return Detection(
                box: Self.moved(detection.box, from: old, to: new), score: detection.score,
                label: detection.label)
        }
    }

    private static func moved(
        _ box: Rect<Upright>, from old: Rect<Upright>, to new: Rect<Upright>
    ) -> Rect<Upright> {
        guard !old.isEmpty, !new.isEmpty else { return box }
        let (scaleX, scaleY) = (new.width / old.width, new.height / old.height)
        return Rect(
            x: new.x + (box.x - old.x) * scaleX, y: new.y + (box.y - old.y) * scaleY,
            width: box.width * scaleX, height: box.height * scaleY)
    }

    /// Returns the tracks moved by their velocities, for trackers that do not read pixels.
    package static func coasting(_ tracks: [Track], seconds: Double) -> [Track] {
        tracks.map { track in
            let (x, y) = (
                track.box.x + track.velocity.x * Float(seconds),
                track.box.y + track.velocity.y * Float(seconds)
            )
            return Track(
                id: track.id,
                box: x.isFinite && y.isFinite
                    ? Rect(x: x, y: y, width: track.box.width, height: track.box.height)
                    : track.box,
                state: track.state, score: track.score, classIndex: track.classIndex,
                velocity: track.velocity, age: track.age + 1, hits: track.hits,
                timeSinceUpdate: track.timeSinceUpdate + 1)
        }
    }
}
