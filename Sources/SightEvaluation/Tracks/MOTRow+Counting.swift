/// An evaluation counts only some rows of a MOT file; these are TrackEval's rules.
extension MOTRow {
    /// The class of ground truth that counts: pedestrians.
    package static let countedClass = 1

    /// Whether a row of ground truth counts: its flag is not 0, and its class, if it has one, is
    /// ``countedClass``.
    package var countsAsTruth: Bool {
        score != 0 && (classIndex ?? Self.countedClass) == Self.countedClass
    }

    /// Whether a row of results counts: its identity is not negative, as those of detections are.
    package var countsAsResult: Bool { id >= 0 }
}
