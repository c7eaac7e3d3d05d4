import SightInference
import SightTensor

/// A head bound to the outputs of a prepared graph.
struct HeadReading: Sendable {
    let decoder: any HeadDecoder
    private let tensors: [TensorSpec]
    private let maximumIoU: Float

    /// The lowest score that is decoded, in 0…1, even if the caller asks for lower ones.
    ///
    /// A head has a box for each cell of its grid, and thousands of them have scores near 0.
    static let leastScore: Float = 0.01

    init(_ decoder: any HeadDecoder, _ graph: PreparedGraph, maximumIoU: Float) {
        self.decoder = decoder
        tensors = decoder.outputs.map { graph.outputs[$0] }
        self.maximumIoU = maximumIoU
    }

    /// Decodes the outputs of a finished run and suppresses boxes that repeat an object.
    func read(_ execution: Execution, above least: Float) -> RawDetections {
        let values = tensors.map { execution.realValues($0) ?? [] }
        guard zip(values, tensors).allSatisfy({ $0.count == $1.shape.elementCount }) else {
            return RawDetections([])
        }
        let candidates = decoder.candidates(values, above: max(least, Self.leastScore))
        return RawDetections(decoder.suppression.keep(candidates, maximumIoU: maximumIoU))
    }
}

extension RawDetections {
    /// Converts candidates to the rows that the post-processing operator would write.
    init(_ candidates: [HeadCandidate]) {
        self.init(
            boxes: candidates.flatMap { candidate in
                [1, 0, 3, 2].map { candidate.corners[$0] }
            },
            classes: candidates.map { Float($0.classIndex) }, scores: candidates.map(\.score),
            count: Float(candidates.count), points: candidates.map(\.points))
    }
}
