public import SightGeometry

/// The use of pixels: the camera's motion, and objects that are followed through frames without
/// detections.
///
/// Detected objects are followed by points, which takes little and bounded time. An object that a
/// person drew is followed by its appearance, which works for longer; this also happens in frames
/// with detections if none of them matches it.
extension SightTracker {
    /// Processes a frame on which detection ran; see ``VisualTracker``.
    ///
    /// - Throws: `timeNotIncreasing`; the tracker is then unchanged.
    public mutating func update(
        _ detections: [Detection], in plane: LuminancePlane, at time: FrameTime
    ) throws(TrackingError) -> [Track] {
        try update(detections, seeing: plane, at: time)
    }

    /// Processes a frame without detections; see ``VisualTracker``.
    ///
    /// - Throws: `timeNotIncreasing`; the tracker is then unchanged.
    public mutating func advance(
        _ plane: LuminancePlane, at time: FrameTime
    ) throws(TrackingError) -> [Track] {
        let step = try clock.advance(to: time)
        unobservedFrames += step
        let previous = latestPlane
        see(plane)
        let camera = flow.cameraMotion(avoiding: shownBoxes())
        let followed = tracklets.indices.filter { isFollowedByPoints(tracklets[$0]) }
        let befores = tracklets.map(\.predicted)
        for index in tracklets.indices {
            tracklets[index].drift(step: step, options)
            if let camera { tracklets[index].move(by: camera) }
        }
        for index in followed.prefix(max(0, options.maximumFollowed)) {
            let before = befores[index]
            if let motion = flow.motion(
                of: before, expected: tracklets[index].predicted.middle - before.middle,
                among: followed.count)
            {
                tracklets[index].look(at: motion.moved(before), options)
            }
        }
        followDrawn(from: befores, in: previous, to: plane)
        return report()
    }

    /// Starts to follow an object whose box a person drew; the object is confirmed at once.
    ///
    /// If the tracker already sees an object in this box, it follows that one, which keeps its
    /// identity.
    ///
    /// - Parameters:
    ///   - box: the box of the object, in upright pixels of the plane.
    ///   - plane: the upright pixels of the frame.
    ///   - time: the time at which the frame was taken; not before the previous frame.
    /// - Returns: the object.
    /// - Throws: `invalidBox`, `timeNotIncreasing`.
    public mutating func start(
        _ box: Rect<Upright>, in plane: LuminancePlane, at time: FrameTime
    ) throws(TrackingError) -> Track? {
        let follower = try SingleObjectTracker(box, in: plane)
        if clock.latest != time {
            unobservedFrames += try clock.advance(to: time)
            see(plane)
        }
        let index = indexOfObject(in: Corners(box))
        tracklets[index].believe(Corners(box))
        if tracklets[index].id == 0 { tracklets[index].id = identities.next() }
        followers[tracklets[index].id] = follower
        latestPlane = plane
        return track(tracklets[index])
    }

    /// Returns the index of the object in a box that a person drew, which is new if the tracker
    /// sees none there.
    private mutating func indexOfObject(in box: Corners) -> Int {
        let overlaps = tracklets.map {
            $0.misses == 0 ? $0.predicted.intersectionOverUnion(box) : 0
        }
        if let index = overlaps.indices.max(by: { overlaps[$0] < overlaps[$1] }),
            overlaps[index] >= options.birthIoU
        {
            return index
        }
        let drawn = Observation(box: box, score: 1, classIndex: Observation.noClass, index: -1)
        tracklets.append(ObjectTracklet(drawn, options))
        return tracklets.count - 1
    }

    /// Moves all objects with the camera; returns `false` if the pixels do not show its motion.
    mutating func followPixels(_ plane: LuminancePlane) -> Bool {
        let boxes = shownBoxes()
        see(plane)
        guard let camera = flow.cameraMotion(avoiding: boxes) else { return false }
        for index in tracklets.indices { tracklets[index].move(by: camera) }
        return true
    }

    /// Reads the pixels of the next frame.
    private mutating func see(_ plane: LuminancePlane) {
        flow.take(plane)
        if let latestPlane, !latestPlane.hasSize(of: plane) { followers.removeAll() }
        if !followers.isEmpty {
            let alive = Set(tracklets.lazy.map(\.id))
            followers = followers.filter { alive.contains($0.key) }
        }
        // The plane is only kept for correlation filters, which learn from the whole frame.
        latestPlane = followers.isEmpty ? nil : plane
    }

    private func shownBoxes() -> [Corners] {
        tracklets.filter(\.isConfirmed).map(\.predicted)
    }

    private func isFollowedByPoints(_ tracklet: ObjectTracklet) -> Bool {
        tracklet.id > 0 && tracklet.isConfirmed && tracklet.misses == 0
            && followers[tracklet.id] == nil
    }

    /// Follows the objects that a person drew, unless a detection of this frame has matched them.
    ///
    /// - Parameters:
    ///   - befores: the boxes of all objects in the previous frame.
    ///   - previous: the previous frame.
    ///   - plane: this frame.
    mutating func followDrawn(
        from befores: [Corners], in previous: LuminancePlane?, to plane: LuminancePlane
    ) {
        guard !followers.isEmpty else { return }
        for index in tracklets.indices where tracklets[index].timeSinceUpdate > 0 {
            follow(index, from: befores[index], in: previous, to: plane)
        }
    }

    private mutating func follow(
        _ index: Int, from box: Corners, in previous: LuminancePlane?, to plane: LuminancePlane
    ) {
        let id = tracklets[index].id
        guard followers[id] != nil, !tracklets[index].isDoubtful(options) else { return }
        if tracklets[index].isLookStale, let previous {
            followers[id]?.place(at: box, in: previous)
            tracklets[index].isLookStale = false
        }
        guard followers[id]?.advance(plane) == true, let seen = followers[id]?.box else { return }
        tracklets[index].look(at: Corners(seen), options)
    }
}
