public import SightGeometry

/// Objects followed by their looks through frames without detections.
///
/// A frame with detections costs nothing here: its pixels are kept, and looks are learnt from them
/// only when a frame without detections follows.
extension SightTracker {
    /// See ``VisualTracker``.
    public mutating func update(
        _ detections: [Detection], in plane: LuminancePlane, at time: FrameTime
    ) throws(TrackingError) -> [Track] {
        let tracks = try update(detections, at: time)
        keep(plane)
        for index in tracklets.indices where tracklets[index].misses == 0 {
            tracklets[index].isLookStale = true
        }
        return tracks
    }

    /// See ``VisualTracker``.
    public mutating func advance(
        _ plane: LuminancePlane, at time: FrameTime
    ) throws(TrackingError) -> [Track] {
        let step = try clock.advance(to: time)
        unobservedFrames += step
        let previous = latestPlane
        keep(plane)
        for index in tracklets.indices {
            let before = tracklets[index].predicted
            tracklets[index].drift(step: step, options)
            // Without a frame of the same size before this one there is nothing to learn from.
            guard let previous, latestPlane != nil, previous.hasSize(of: plane),
                isFollowed(tracklets[index])
            else { continue }
            follow(index, from: before, in: previous, to: plane)
        }
        return report()
    }

    /// Starts an object that a person pointed at; it is believed at once.
    ///
    /// - Parameters:
    ///   - box: where it is, in upright pixels of the plane.
    ///   - plane: the frame's pixels, upright.
    ///   - time: when the frame was taken; that of the frame before is allowed too.
    /// - Returns: the new object.
    /// - Throws: `invalidBox`, `timeNotIncreasing`.
    public mutating func start(
        _ box: Rect<Upright>, in plane: LuminancePlane, at time: FrameTime
    ) throws(TrackingError) -> Track {
        let follower = try SingleObjectTracker(box, in: plane)
        if clock.latest != time { unobservedFrames += try clock.advance(to: time) }
        keep(plane)
        var tracklet = ObjectTracklet(
            Observation(box: Corners(box), score: 1, classIndex: Observation.noClass, index: -1),
            options)
        tracklet.believe()
        tracklet.id = identities.next()
        tracklet.isLookStale = false
        followers[tracklet.id] = follower
        tracklets.append(tracklet)
        return Track(id: tracklet.id, box: box, state: .confirmed, score: 1)
    }

    /// Few enough to be followed, and worth it.
    private func isFollowed(_ tracklet: ObjectTracklet) -> Bool {
        guard tracklet.id > 0, tracklet.isConfirmed, tracklet.misses == 0 else { return false }
        return followers[tracklet.id] != nil || followers.count < options.maximumFollowed
    }

    private mutating func follow(
        _ index: Int, from box: Corners, in previous: LuminancePlane, to plane: LuminancePlane
    ) {
        let id = tracklets[index].id
        if tracklets[index].isLookStale {
            if followers[id] == nil {
                followers[id] = try? SingleObjectTracker(box.rectangle, in: previous)
            } else {
                followers[id]?.place(at: box, in: previous)
            }
            tracklets[index].isLookStale = false
        }
        guard followers[id]?.advance(plane) == true, let seen = followers[id]?.box else { return }
        tracklets[index].look(at: Corners(seen), options)
    }

    private mutating func keep(_ plane: LuminancePlane) {
        if let latestPlane, !latestPlane.hasSize(of: plane) { followers.removeAll() }
        latestPlane = plane
        guard !followers.isEmpty else { return }
        let alive = Set(tracklets.lazy.map(\.id))
        followers = followers.filter { alive.contains($0.key) }
    }
}
