import SightGeometry

/// The selection of detections, and their matching with objects.
extension SightTracker {
    /// Reads a frame's detections, compares their scores with the typical one, and drops those with
    /// too low a score and duplicates.
    mutating func collect(_ detections: [Detection]) {
        Observation.collect(detections, into: &observations)
        observations.removeAll { $0.score < options.minimumScore }
        rateScores()
        var kept = 0
        for index in observations.indices {
            let candidate = observations[index]
            let isDuplicate = observations[..<kept].contains {
                $0.classIndex == candidate.classIndex
                    && $0.box.intersectionOverUnion(candidate.box) >= options.duplicateIoU
            }
            guard !isDuplicate else { continue }
            observations[kept] = candidate
            kept += 1
        }
        observations.removeLast(observations.count - kept)
        isFree.removeAll(keepingCapacity: true)
        isFree.append(contentsOf: repeatElement(true, count: kept))
    }

    /// Updates the typical high score of this stream, and sets each detection's standing: the ratio
    /// of its score to the typical one, at most 1.
    private mutating func rateScores() {
        var sum: Float = 0
        var squares: Float = 0
        for observation in observations where observation.score >= options.highScore {
            sum += observation.score
            squares += observation.score * observation.score
        }
        if sum > 0 {
            // The mean of the high scores, weighted by the scores themselves.
            let score = squares / sum
            typicalScore = typicalScore == 0 ? score : typicalScore + 0.05 * (score - typicalScore)
        }
        let scale = typicalScore > 0 ? 1 / typicalScore : 1
        for index in observations.indices {
            observations[index].standing = min(1, observations[index].score * scale)
        }
    }

    /// Matches all detections to all confirmed objects in one assignment, by the IoU of grown
    /// boxes.
    ///
    /// A detection with a low score needs more overlap, and never finds an object that has been
    /// lost for long. It takes part in the same assignment because an object that is partly hidden
    /// often has such a detection: in an assignment of the high scores alone, that object would
    /// take the detection of the object that hides it.
    mutating func matchConfirmed() {
        let options = options
        let unsureCost = options.minimumUnsureIoU - options.minimumIoU
        select(rows: { $0.isConfirmed }, columns: { _ in true })
        matching.matchGated(rows: rows.count, columns: columns.count, gate: options.minimumIoU) {
            row, column in
            let tracklet = tracklets[rows[row]]
            let observation = observations[columns[column]]
            let isSure = observation.score >= options.highScore
            guard isSure || tracklet.misses <= options.maximumUnsureMisses else { return -1 }
            let lost = min(1, (tracklet.lostFrames - 1) / SightTrackerOptions.longLostFrames)
            return Self.likeness(tracklet, observation, options) - options.lostCost * lost
                - (isSure ? 0 : unsureCost)
        }
        applyMatches()
    }

    /// Matches lost objects to remaining detections of high standing, by position and size alone.
    mutating func relink() {
        let options = options
        select(
            rows: { $0.isConfirmed }, columns: { $0.standing >= options.relinkStanding })
        matching.matchGated(rows: rows.count, columns: columns.count, gate: 0) { row, column in
            let tracklet = tracklets[rows[row]]
            let observation = observations[columns[column]]
            let (ratio, larger) = Self.sizes(tracklet.observation.box, observation.box)
            guard tracklet.classIndex == observation.classIndex, ratio >= options.relinkSizeRatio
            else { return -1 }
            let distance = min(
                Self.distance(tracklet.predicted, observation.box),
                Self.distance(tracklet.observation.box, observation.box))
            return 1 - distance / (larger * options.relinkDistance)
        }
        applyMatches()
    }

    /// Matches unconfirmed objects, whose motion is not known yet, by position and size.
    mutating func matchTentative() {
        let options = options
        select(rows: { !$0.isConfirmed }, columns: { $0.score >= options.highScore })
        matching.matchGated(rows: rows.count, columns: columns.count, gate: 0) { row, column in
            let tracklet = tracklets[rows[row]]
            let observation = observations[columns[column]]
            guard tracklet.classIndex == observation.classIndex else { return -1 }
            let (ratio, larger) = Self.sizes(tracklet.observation.box, observation.box)
            return ratio - Self.distance(tracklet.predicted, observation.box)
                / (larger * options.tentativeDistance)
        }
        applyMatches()
    }

    /// Returns the IoU of the grown boxes, less a cost if the classes differ; −1 if the observation
    /// is too large to be the object.
    private static func likeness(
        _ tracklet: ObjectTracklet, _ observation: Observation, _ options: SightTrackerOptions
    ) -> Float {
        // An occluded object may shrink at once, but does not exceed its recent size at once: a
        // much larger box shows its surroundings.
        guard (observation.box.extent / tracklet.largestExtent).max() <= options.maximumGrowth
        else { return -1 }
        let overlap = tracklet.predicted.expanded(by: options.buffer)
            .intersectionOverUnion(observation.box.expanded(by: options.buffer))
        return tracklet.classIndex == observation.classIndex
            ? overlap : overlap - options.classCost
    }

    /// Returns the ratio of the smaller to the larger size, and the larger size in pixels.
    private static func sizes(_ left: Corners, _ right: Corners) -> (ratio: Float, larger: Float) {
        let sizes = SIMD2(ObjectTracklet.size(of: left), ObjectTracklet.size(of: right))
        return (sizes.min() / sizes.max(), sizes.max())
    }

    /// Returns the distance between the centers of two boxes in pixels.
    private static func distance(_ left: Corners, _ right: Corners) -> Float {
        let offset = left.middle - right.middle
        return (offset * offset).sum().squareRoot()
    }

    /// Selects the objects (rows) and the observations (columns) of the next assignment, among
    /// those without a match in this frame.
    private mutating func select(
        rows isRow: (ObjectTracklet) -> Bool, columns isColumn: (Observation) -> Bool
    ) {
        rows.removeAll(keepingCapacity: true)
        columns.removeAll(keepingCapacity: true)
        // An object has no misses if an earlier step matched it in this frame. New objects are
        // added after all steps.
        for index in tracklets.indices where tracklets[index].misses > 0 && isRow(tracklets[index])
        { rows.append(index) }
        for index in observations.indices where isFree[index] && isColumn(observations[index]) {
            columns.append(index)
        }
    }

    /// Updates the matched objects, and marks their observations as used.
    private mutating func applyMatches() {
        for pair in matching.pairs {
            let observation = observations[columns[pair.column]]
            let found = tracklets[rows[pair.row]]
            if found.isConfirmed {
                // The prediction has counted this frame as a miss.
                coasting.found(
                    afterMisses: found.misses - 1, expected: found.predicted, at: observation.box)
                if found.misses == 1, found.hits > SightTrackerOptions.settlingHits,
                    observation.score >= options.highScore
                {
                    sizeJitter.take(observation.box, expected: found.predicted)
                }
            }
            tracklets[rows[pair.row]].update(observation, options)
            isFree[columns[pair.column]] = false
        }
    }
}
