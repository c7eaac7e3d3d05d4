import SightGeometry
import SightTracking

extension ObjectTracker {
    /// Makes the result for the frame that the tracker has just processed.
    func result(_ image: VisionImage, at time: FrameTime, hasNewDetections: Bool)
        async throws(DetectionError) -> TrackedFrame
    {
        detectBeside(image)
        let size = image.uprightSize
        let candidates = tracks.filter { $0.state != .removed }.map { track in
            (
                id: track.id,
                detection: Detection(box: track.box, score: track.score).clamped(to: size)
            )
        }.filter { !$0.detection.box.isEmpty }
        for track in tracks { memory.see(track.id, detected: nil, at: time) }
        memory.forget(at: time)
        let limit = options.allowsMultipleObjects ? options.maximumObjectCount : 1
        let shown = ranking.rank(candidates, in: size, limit: limit).map { candidates[$0] }
        let (generation, isPartial) = (generation, !hasDetected)
        try await nameObjects(shown, in: image)
        // After a reset in the meantime, the next frame is the first one.
        if generation == self.generation { frameIndex += 1 }
        let objects = shown.map { id, detection in
            Object(
                box: image.orientation.source(detection.box, sourceSize: image.sourceSize),
                uprightBox: detection.box, score: detection.score, trackingID: id,
                labels: labels(of: id))
        }
        return TrackedFrame(
            objects: objects, time: time, size: size, hasNewDetections: hasNewDetections,
            isPartial: isPartial)
    }

    private func labels(of id: Int) -> [Label] {
        guard let known = memory[id] else { return [] }
        // Comparing a function with typed throws to `nil` needs iOS 18.
        if case .some = name { return known.labels ?? [] }
        return known.detected.label.map { [$0] } ?? []
    }

    /// Names the objects that are new or look different; runs beside the stream if results must not
    /// wait.
    private func nameObjects(
        _ shown: [(id: Int, detection: Detection)], in image: VisionImage
    ) async throws(DetectionError) {
        guard let name else { return }
        let known = shown.compactMap { id, detection in
            memory[id].flatMap { entry in
                entry.isBeingNamed ? nil : Candidate(id, detection.box, entry.signature)
            }
        }
        let limit = options.labelRefreshDifference
        let generation = generation
        let work: @Sendable () throws(DetectionError) -> [Named] = { () throws(DetectionError) in
            var named: [Named] = []
            for candidate in known {
                let signature = try CropSignature(of: image, region: candidate.box)
                if let old = candidate.signature, old.difference(signature) <= limit { continue }
                named.append(
                    Named(
                        id: candidate.id, labels: try name(image, candidate.box),
                        signature: signature))
            }
            return named
        }
        guard !known.isEmpty else { return }
        if options.schedule != .whenReady {
            keep(try await Compute.run(work), of: known, generation)
            return
        }
        for candidate in known { memory.startNaming(candidate.id) }
        Task.detached(priority: .userInitiated) {
            do throws(DetectionError) {
                await self.keep(try await Compute.run(work), of: known, generation)
            } catch {
                await self.fail(error, generation)
                await self.keep([], of: known, generation)
            }
        }
    }

    private func keep(_ named: [Named], of known: [Candidate], _ generation: Int) {
        guard generation == self.generation else { return }
        for candidate in known { memory.name(candidate.id, nil, signature: nil) }
        for one in named { memory.name(one.id, one.labels, signature: one.signature) }
    }

    /// An object that may need a name.
    private struct Candidate: Sendable {
        let id: Int
        let box: Rect<Upright>
        let signature: CropSignature?

        init(_ id: Int, _ box: Rect<Upright>, _ signature: CropSignature?) {
            (self.id, self.box, self.signature) = (id, box, signature)
        }
    }

    /// New labels of an object, and its appearance at that time.
    private struct Named: Sendable {
        let id: Int
        let labels: [Label]
        let signature: CropSignature
    }
}
