import SightConcurrency
import SightGeometry
import SightTracking

extension StreamTracker {
    /// Moves the tracks to a frame.
    ///
    /// - Returns: whether the frame brought new detections.
    func step(_ image: VisionImage, at time: FrameTime) throws(DetectionError) -> Bool {
        if options.schedule.isDue(frameIndex) {
            let found = options.selected(try find(image), in: image)
            let plane = try plane(of: image)
            try expectNoReset()
            try update(found, plane, image, at: time)
            hasDetected = true
            return true
        }
        let plane = try plane(of: image)
        try expectNoReset()
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
            if let started = tracks.first(where: { $0.detectionIndex == 0 }) {
                ranking.prefer(started.id)
            }
            hasDetected = true
            return
        }
        _ = try step(image, at: time)
        try expectNoReset()
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
        let arrival = mail.withLock { mail in
            defer { mail.arrival = nil }
            return mail.arrival
        }
        if let arrival {
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
        let (find, options, generation, mail) = (find, options, generation, mail)
        guard options.schedule == .whenReady,
            mail.withLock({ $0.startDetecting(in: generation) })
        else { return }
        let motion = BoxMotion(tracks)
        Compute.start {
            let found = Result { () throws(DetectionError) in
                options.selected(try find(image), in: image)
            }
            mail.withLock { mail in
                guard mail.generation == generation else { return }
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
        tracker.seesPixels ? try image.luminance() : nil
    }

    /// Throws if the tracker was reset during the step.
    @inline(never)
    private func expectNoReset() throws(DetectionError) {
        guard generation == mail.current.generation else {
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
