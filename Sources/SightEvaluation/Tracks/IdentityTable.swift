/// The number of frames of each identity in the ground truth and in the results, and the overlaps
/// of pairs of identities.
struct IdentityTable: Sendable {
    private let columns: Int
    /// The number of frames of each identity in the ground truth.
    private(set) var truthFrames: [Double]
    /// The number of frames of each identity in the results.
    private(set) var resultFrames: [Double]

    /// Counts the frames of a sequence.
    init(_ sequence: MOTSequence) {
        columns = sequence.resultIdentities
        truthFrames = Array(repeating: 0, count: sequence.truthIdentities)
        resultFrames = Array(repeating: 0, count: sequence.resultIdentities)
        for frame in sequence.frames {
            for truth in frame.truths { truthFrames[truth] += 1 }
            for result in frame.results { resultFrames[result] += 1 }
        }
    }

    /// The number of pairs of an identity of the ground truth and one of the results.
    var pairCount: Int { truthFrames.count * columns }

    /// Returns the position of a pair in an array of `pairCount` numbers.
    func pair(_ truth: Int, _ result: Int) -> Int { truth * columns + result }

    /// Returns the overlap of each pair's boxes over all frames, in 0…1.
    func alignment(of sequence: MOTSequence) -> [Double] {
        var potential = [Double](repeating: 0, count: pairCount)
        for frame in sequence.frames where !frame.similarity.isEmpty {
            let width = frame.results.count
            var rowSums = [Double](repeating: 0, count: frame.truths.count)
            var columnSums = [Double](repeating: 0, count: width)
            for (position, value) in frame.similarity.enumerated() {
                rowSums[position / width] += value
                columnSums[position % width] += value
            }
            for (position, value) in frame.similarity.enumerated() {
                let row = position / width
                let column = position % width
                let total = rowSums[row] + columnSums[column] - value
                guard total > Double.ulpOfOne else { continue }
                potential[pair(frame.truths[row], frame.results[column])] += value / total
            }
        }
        for truth in truthFrames.indices {
            for result in resultFrames.indices {
                let shared = potential[pair(truth, result)]
                potential[pair(truth, result)] =
                    shared / (truthFrames[truth] + resultFrames[result] - shared)
            }
        }
        return potential
    }

    /// Returns the sum over all pairs of the Jaccard index of their frames, weighted by the number
    /// of joint frames.
    func association(_ joint: [Double]) -> Double {
        var sum = 0.0
        for truth in truthFrames.indices {
            for result in resultFrames.indices {
                let frames = joint[pair(truth, result)]
                guard frames > 0 else { continue }
                sum +=
                    frames * frames / max(1, truthFrames[truth] + resultFrames[result] - frames)
            }
        }
        return sum
    }
}
