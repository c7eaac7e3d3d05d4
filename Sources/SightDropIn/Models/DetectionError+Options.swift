import Sight

extension DetectionError {
    /// The message with the names of ML Kit's options and of those that Sight adds to them.
    var messageForOptions: String {
        guard let reason else { return message }
        switch reason {
        case .missingNormalization:
            return reason.problem + ": set normalizationMean and normalizationStd of the options, "
                + "for example both to [127.5]"
        case .outputRank:
            return reason.problem + "; a detection model finds boxes: set localizerModelPath of an "
                + "object detector's options to its path"
        default:
            return message
        }
    }
}
