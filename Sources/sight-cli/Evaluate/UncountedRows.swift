import SightEvaluation

/// The complaints about files without a row that counts.
enum UncountedRows {
    /// The number of classes that a complaint names at most.
    private static let classLimit = 4

    /// Returns the complaint about a file of ground truth; `nil` if a row of it counts.
    static func complaint(groundTruth rows: [MOTRow], of path: String) -> String? {
        guard !rows.contains(where: \.countsAsTruth) else { return nil }
        guard !rows.isEmpty else { return "\(path) has no rows" }
        let classed = rows.filter { $0.score != 0 }
        let flagged = rows.count - classed.count
        let reasons = [
            flagged > 0 ? "the flag of \(flagged) is 0" : nil,
            classed.isEmpty
                ? nil
                : "the class of \(classed.count) is \(classes(of: classed)), "
                    + "not \(MOTRow.countedClass)",
        ]
        return "\(path): 0 of \(rows.count) rows count: "
            + reasons.compactMap(\.self).joined(separator: ", and ")
    }

    /// Returns the complaint about a file of results; `nil` if a row of it counts.
    static func complaint(results rows: [MOTRow], of path: String) -> String? {
        guard !rows.contains(where: \.countsAsResult) else { return nil }
        guard !rows.isEmpty else { return "\(path) has no rows" }
        return "\(path): 0 of \(rows.count) rows count: their identities are below 0, as in "
            + "detections: give the tracks of a tracker"
    }

    /// Returns the classes of rows in a sentence.
    private static func classes(of rows: [MOTRow]) -> String {
        let classes = Set(rows.compactMap(\.classIndex)).sorted()
        let named = classes.prefix(classLimit).map(String.init).joined(separator: " or ")
        return classes.count > classLimit ? "\(named) or another" : named
    }
}
