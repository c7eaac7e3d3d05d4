import Foundation

/// A function that turns the outputs of a segmentation model into confidences; the raw values are
/// those of MediaPipe's metadata.
package enum SegmentationActivation: UInt8, Sendable {
    /// The outputs are confidences.
    case none = 0
    /// A sigmoid of each output.
    case sigmoid = 1
    /// A softmax of the outputs of a place.
    case softmax = 2

    /// Turns the outputs of each place into confidences.
    ///
    /// - Parameters:
    ///   - values: rows of `count` numbers.
    ///   - count: the classes.
    /// - Returns: as many confidences.
    func confidences(_ values: [Float], count: Int) -> [Float] {
        switch self {
        case .none: return values
        case .sigmoid: return values.map { ScoreReading.sigmoid($0) }
        case .softmax:
            var confidences = values
            for start in stride(from: 0, to: values.count - count + 1, by: count) {
                let place = start..<(start + count)
                let highest = values[place].max() ?? 0
                var sum: Float = 0
                for index in place {
                    confidences[index] = exp(values[index] - highest)
                    sum += confidences[index]
                }
                for index in place { confidences[index] /= sum }
            }
            return confidences
        }
    }
}
