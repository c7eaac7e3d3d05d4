/// PicoDet: for each of four levels `[1, n, C]` scores and `[1, n, 4 · bins]` distributions of the
/// distances from a cell's middle to the four sides.
///
/// - Source: Yu et al., "PP-PicoDet: A Better Real-Time Object Detector on Mobile Devices".
package struct PicoDetDecoder: HeadDecoder {
    package static let head = DetectionHead.picoDet
    package static let needs =
        "for each of the strides 8, 16, 32 and 64 an output [1, n, classes] and one [1, n, 32]"
    package static let strides = [8, 16, 32, 64]
    /// The number of bins of a side's distribution in every published model.
    static let bins = 8

    private let levels: DistributionLevels

    package static func bind(_ facts: HeadFacts) -> (any HeadDecoder)? {
        LevelPairs(facts, strides: strides, boxColumns: 4 * bins).map { pairs in
            PicoDetDecoder(
                levels: DistributionLevels(pairs, facts, strides: strides, cellMiddle: 0.5))
        }
    }

    package var outputs: [Int] { levels.outputs }
    package var classCount: Int? { levels.classCount }
    package var suppression: HeadSuppression { .byClass }
    package var evidence: String {
        "for each of the strides 8, 16, 32 and 64 there are \(levels.classCount) scores and "
            + "4 · \(Self.bins) numbers for each cell"
    }
    package var convention: ImageConvention {
        ImageConvention(normalization: ImageConvention.imageNet)
    }

    package func candidates(_ values: [[Float]], above least: Float) -> [HeadCandidate] {
        levels.candidates(values, above: least)
    }
}
