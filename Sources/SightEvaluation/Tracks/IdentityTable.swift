/// In how many frames each identity of the ground truth and of the results occurs, and how well
/// pairs of them overlap.
struct IdentityTable: Sendable {
    private let columns: Int
    /// Frames of each true identity.
    private(set) var truthFrames: [Double]
    /// Frames of each found identity.
    private(set) var resultFrames: [Double]

    /// Counts a sequence.
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

    /// The position of a pair in an array of `pairCount` numbers.
    func pair(_ truth: Int, _ result: Int) -> Int { truth * columns + result }

    /// The overlap of each pair's boxes over all frames, in 0…1.
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

    /// For each pair the Jaccard index of their frames, weighted by the number of joint frames, and
    /// added up.
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
