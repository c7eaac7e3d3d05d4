import SightGeometry
import SightTracking

extension ObjectTracker {
    /// Moves the tracks to a frame.
    ///
    /// - Returns: whether the frame brought new detections.
    func step(_ image: VisionImage, at time: FrameTime) async throws(DetectionError) -> Bool {
        let generation = generation
        if options.schedule.isDue(frameIndex) {
            let (find, options, seesPixels) = (find, options, tracker.seesPixels)
            let (found, plane) = try await Compute.run { () throws(DetectionError) in
                (
                    try options.selected(find(image), in: image),
                    seesPixels ? try image.luminance() : nil
                )
            }
            try expect(generation)
            try update(found, plane, image, at: time)
            hasDetected = true
            return true
        }
        let plane = try await plane(of: image)
        try expect(generation)
        return try advance(plane, image, at: time)
    }

    /// Moves the tracks to a frame and starts to follow a box that a user drew on it.
    ///
    /// A tracker that does not read pixels takes the box as the only detection of the frame.
    func start(_ box: Rect<Upright>, _ image: VisionImage, at time: FrameTime)
        async throws(DetectionError)
    {
        let generation = generation
        guard let plane = try await plane(of: image) else {
            try update([Detection(box: box, score: 1)], nil, image, at: time)
            if let started = tracks.first(where: { $0.detectionIndex == 0 }) {
                ranking.prefer(started.id)
            }
            hasDetected = true
            return
        }
        _ = try await step(image, at: time)
        try expect(generation)
        let started = try wrapping { () throws(TrackingError) in
            try tracker.start(box, plane, at: time)
        }
        if let started {
            // The box may be that of an object which the tracker has already found.
            let object = reidentification?.identified([started]).first ?? started
            tracks.removeAll { $0.id == object.id }
            tracks.append(object)
            memory.see(object.id, detected: nil, at: time)
            ranking.prefer(object.id)
        }
        hasDetected = true
    }

    /// Moves the tracks to a frame without waiting for a detection.
    ///
    /// - Returns: whether detections of an earlier frame arrived with it.
    private func advance(
        _ plane: LuminancePlane?, _ image: VisionImage, at time: FrameTime
    ) throws(DetectionError) -> Bool {
        let seconds = lastTime.map { time.seconds(since: $0) } ?? 0
        if let arrival {
            self.arrival = nil
            let now =
                plane == nil ? BoxMotion.coasting(tracks, seconds: seconds) : tracks
            try update(
                arrival.motion.moved(arrival.detections, to: now), plane, image, at: time)
            hasDetected = true
            return true
        }
        let followed = try wrapping { () throws(TrackingError) in
            try tracker.advance(plane, at: time)
        }
        if let followed {
            tracks = reidentification?.identified(followed) ?? followed
        } else {
            tracks = BoxMotion.coasting(tracks, seconds: seconds)
        }
        lastTime = time
        return false
    }

    private func update(
        _ detections: [Detection], _ plane: LuminancePlane?, _ image: VisionImage,
        at time: FrameTime
    ) throws(DetectionError) {
        tracks = try wrapping { () throws(TrackingError) in
            try tracker.update(detections, plane, at: time)
        }
        tracks = try reidentification?.update(tracks, in: image, at: time) ?? tracks
        lastTime = time
        for track in tracks {
            let label = track.detectionIndex.flatMap {
                detections.indices.contains($0) ? detections[$0].label : nil
            }
            memory.see(track.id, detected: label, at: time)
        }
    }

    /// Starts a detection beside the stream if the schedule demands it and none runs; the first
    /// frame after its end takes the detections.
    func detectBeside(_ image: VisionImage) {
        guard options.schedule == .whenReady, !isDetecting else { return }
        isDetecting = true
        let (find, options, generation) = (find, options, generation)
        let motion = BoxMotion(tracks)
        Task.detached(priority: .userInitiated) {
            do throws(DetectionError) {
                let found = try await Compute.run { () throws(DetectionError) in
                    try options.selected(find(image), in: image)
                }
                await self.arrive(found, motion, generation)
            } catch {
                await self.fail(error, generation)
                await self.arrive(nil, motion, generation)
            }
        }
    }

    private func arrive(_ found: [Detection]?, _ motion: BoxMotion, _ generation: Int) {
        guard generation == self.generation else { return }
        isDetecting = false
        if let found { arrival = Arrival(detections: found, motion: motion) }
    }

    private func plane(of image: VisionImage) async throws(DetectionError) -> LuminancePlane? {
        guard tracker.seesPixels else { return nil }
        return try await Compute.run { () throws(DetectionError) in try image.luminance() }
    }

    /// Throws if the tracker was reset during the step.
    @inline(never)
    private func expect(_ generation: Int) throws(DetectionError) {
        guard generation == self.generation else {
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
