import SightConcurrency
import SightGeometry
import SightTracking

extension StreamTracker {
    /// Makes the result for the frame that the tracker has just processed.
    func result(_ image: VisionImage, at time: FrameTime, hasNewDetections: Bool)
        throws(DetectionError) -> TrackedFrame
    {
        detectBeside(image)
        let size = image.uprightSize
        let candidates = state.tracks.filter { $0.state != .removed }.map { track in
            (
                id: track.id,
                detection: Detection(box: track.box, score: track.score).clamped(to: size)
            )
        }.filter { !$0.detection.box.isEmpty }
        for track in state.tracks { state.memory.see(track.id, detected: nil, at: time) }
        state.memory.forget(at: time)
        let limit = options.allowsMultipleObjects ? options.maximumObjectCount : 1
        let shown = state.ranking.rank(candidates, in: size, limit: limit).map { candidates[$0] }
        let isPartial = !state.hasDetected
        try nameObjects(shown, in: image)
        takeNames()
        state.frameIndex += 1
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
        guard let known = state.memory[id] else { return [] }
        // Comparing a function with typed throws to `nil` needs iOS 18.
        if case .some = name { return known.labels ?? [] }
        return known.detected.label.map { [$0] } ?? []
    }

    /// Names the objects that are new or look different; runs beside the stream if results must not
    /// wait.
    private func nameObjects(
        _ shown: [(id: Int, detection: Detection)], in image: VisionImage
    ) throws(DetectionError) {
        guard let name else { return }
        let known = shown.compactMap { id, detection in
            state.memory[id].flatMap { entry in
                entry.isBeingNamed
                    ? nil
                    : NamedObjects.Candidate(
                        id: id, box: detection.box, signature: entry.signature)
            }
        }
        let limit = options.labelRefreshDifference
        let work: @Sendable () throws(DetectionError) -> NamedObjects = {
            () throws(DetectionError) in
            var named: [NamedObjects.Named] = []
            for candidate in known {
                let signature = try CropSignature(of: image, region: candidate.box)
                if let old = candidate.signature, old.difference(signature) <= limit { continue }
                named.append(
                    .init(
                        id: candidate.id, labels: try name(image, candidate.box),
                        signature: signature))
            }
            return NamedObjects(candidates: known, named: named)
        }
        guard !known.isEmpty else { return }
        if options.schedule != .whenReady {
            keep(try work())
            return
        }
        for candidate in known { state.memory.startNaming(candidate.id) }
        let mail = state.mail
        Compute.start {
            let names = Result { () throws(DetectionError) in try work() }
            mail.withLock { mail in
                switch names {
                case .success(let names): mail.names.append(names)
                case .failure(let error):
                    mail.names.append(NamedObjects(candidates: known, named: []))
                    mail.fail(error)
                }
            }
        }
    }

    /// Takes the names of classifications that have ended beside the stream.
    func takeNames() {
        let arrived = state.mail.withLock { mail in
            defer { mail.names = [] }
            return mail.names
        }
        for names in arrived { keep(names) }
    }

    private func keep(_ names: NamedObjects) {
        for candidate in names.candidates { state.memory.name(candidate.id, nil, signature: nil) }
        for one in names.named { state.memory.name(one.id, one.labels, signature: one.signature) }
    }
}
