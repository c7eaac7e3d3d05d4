import SightEvaluation

extension CommandError {
    /// Wraps an error of a comparison, with the path of the file that caused it in front of the
    /// message, or with both paths if both files did.
    init(_ error: EvaluationError, groundTruth: String, results: String) {
        let paths =
            switch error.detail {
            case .groundTruth: groundTruth
            case .results: results
            case nil: "\(groundTruth) and \(results)"
            }
        self.init(.someInputsFailed, "\(paths): \(error)", cause: error)
    }
}
