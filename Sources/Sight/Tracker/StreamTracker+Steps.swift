import SightConcurrency
import SightGeometry
import SightTracking

extension StreamTracker {
    /// Moves the tracks to a frame.
    ///
    /// - Returns: whether the frame brought new detections.
    func step(_ image: VisionImage, at time: FrameTime) throws(DetectionError) -> Bool {
        if options.schedule.isDue(state.frameIndex) {
            let found = options.selected(try find(image), in: image)
            let plane = try plane(of: image)
            try expectNoReset(since: generation)
            try update(found, plane, image, at: time)
            state.hasDetected = true
            return true
        }
        let plane = try plane(of: image)
        try expectNoReset(since: generation)
        return try advance(plane, image, at: time)
    }

    /// Moves the tracks to a frame and starts to follow a box that a user drew on it.
    ///
    /// A tracker that does not read pixels takes the box as the only detection of the frame.
    func start(_ box: Rect<Upright>, _ image: VisionImage, at time: FrameTime)
        throws(DetectionError)
    {
        guard let plane = try plane(of: image) else {
            try update([Detection(box: box, score: 1)], nil, image, at: time)
            if let started = state.tracks.first(where: { $0.detectionIndex == 0 }) {
                state.ranking.prefer(started.id)
            }
            state.hasDetected = true
            return
        }
        _ = try step(image, at: time)
        try expectNoReset(since: generation)
        let started = try wrapping { () throws(TrackingError) in
            try state.tracker.start(box, plane, at: time)
        }
        if let started {
            // The box may be that of an object which the tracker has already found.
            let object = state.reidentification?.identified([started]).first ?? started
            state.tracks.removeAll { $0.id == object.id }
            state.tracks.append(object)
            state.memory.see(object.id, detected: nil, at: time)
            state.ranking.prefer(object.id)
        }
        state.hasDetected = true
    }

    /// Moves the tracks to a frame without waiting for a detection.
    ///
    /// - Returns: whether detections of an earlier frame arrived with it.
    private func advance(
        _ plane: LuminancePlane?, _ image: VisionImage, at time: FrameTime
    ) throws(DetectionError) -> Bool {
        let seconds = state.lastTime.map { time.seconds(since: $0) } ?? 0
        let arrival = state.mail.withLock { mail in
            defer { mail.arrival = nil }
            return mail.arrival
        }
        if let arrival {
            let now =
                plane == nil ? BoxMotion.coasting(state.tracks, seconds: seconds) : state.tracks
            try update(
                arrival.motion.moved(arrival.detections, to: now), plane, image, at: time)
            state.hasDetected = true
            return true
        }
        let followed = try wrapping { () throws(TrackingError) in
            try state.tracker.advance(plane, at: time)
        }
        if let followed {
            state.tracks = state.reidentification?.identified(followed) ?? followed
        } else {
            state.tracks = BoxMotion.coasting(state.tracks, seconds: seconds)
        }
        state.lastTime = time
        return false
    }

    private func update(
        _ detections: [Detection], _ plane: LuminancePlane?, _ image: VisionImage,
        at time: FrameTime
    ) throws(DetectionError) {
        let tracks = try wrapping { () throws(TrackingError) in
            try state.tracker.update(detections, plane, at: time)
        }
        state.tracks = try state.reidentification?.update(tracks, in: image, at: time) ?? tracks
        state.lastTime = time
        for track in state.tracks {
            let label = track.detectionIndex.flatMap {
                detections.indices.contains($0) ? detections[$0].label : nil
            }
            state.memory.see(track.id, detected: label, at: time)
        }
    }

    /// Starts a detection beside the stream if the schedule demands it and none runs; the first
    /// frame after its end takes the detections.
    func detectBeside(_ image: VisionImage) {
        let (find, options, mail) = (find, options, state.mail)
        guard options.schedule == .whenReady, generation == resetCount,
            mail.withLock({ $0.startDetecting() })
        else { return }
        let motion = BoxMotion(state.tracks)
        Compute.start {
            let found = Result { () throws(DetectionError) in
                options.selected(try find(image), in: image)
            }
            mail.withLock { mail in
                mail.isDetecting = false
                switch found {
                case .success(let detections):
                    mail.arrival = .init(detections: detections, motion: motion)
                case .failure(let error): mail.fail(error)
                }
            }
        }
    }

    private func plane(of image: VisionImage) throws(DetectionError) -> LuminancePlane? {
        state.tracker.seesPixels ? try image.luminance() : nil
    }

    /// Throws if the tracker has been reset since it had been reset `count` times.
    @inline(never)
    func expectNoReset(since count: Int) throws(DetectionError) {
        guard count == resetCount else {
            throw DetectionError(.cancelled, "the tracker was reset", cause: CancellationError())
        }
    }

    private func wrapping<Value>(_ body: () throws(TrackingError) -> Value) throws(DetectionError)
        -> Value
    {
        do throws(TrackingError) {
            return try body()
        } catch {
            throw DetectionError(
                error.code == .timeNotIncreasing ? .timeNotIncreasing : .invalidImage,
                error.message, cause: error)
        }
    }
}

extension ObjectTrackerOptions {
    /// Returns the detections to track: inside the image, with a wanted label, each object once.
    func selected(_ detections: [Detection], in image: VisionImage) -> [Detection] {
        let wanted = detections.filter { detection in
            let text = detection.label?.text ?? ""
            return allowedLabels?.contains(text) ?? true && !deniedLabels.contains(text)
        }.map { $0.clamped(to: image.uprightSize) }.filter { !$0.box.isEmpty }
        return NonMaximumSuppression.keep(wanted, maximumIoU: maximumIoU)
    }
}
