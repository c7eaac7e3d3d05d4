import SightModelFile
import SightTensor

/// SVDF: a layer over a window of time, whose filters are products of feature and time weights.
///
/// float32, also with int8 weights, and int8 with a 16-bit state.
/// - Source: Nakkiran et al., "Compressing Deep Neural Networks using a Rank-Constrained
///   Topology", 2015; TensorFlow Lite `svdf`.
enum SVDF: Operator {
    static let code = OperatorCode.builtin(.svdf)
    static let versions = 1...4

    static func prepare(_ options: OptionsTable, _ node: Preparation) throws(ModelError)
        -> any PreparedOperator
    {
        let options = try SVDFOptions(options)
        node.noteEffects()
        let layer = try SVDFLayer(rank: options.rank, node)
        switch layer.input.elementType {
        case .float32:
            return try FloatSVDF(
                layer, range: FusedActivation(options.activation, node).range,
                isAsymmetric: options.isAsymmetric, node)
        case .int8: return try IntegerSVDF(layer, node)
        default: throw node.unsupported(layer.input)
        }
    }
}

/// The checked tensors of an SVDF node.
struct SVDFLayer: Sendable {
    /// `[batches, inputs]`.
    let input: TensorSpec
    /// `[filters, inputs]`; filters are units × rank.
    let features: TensorSpec
    /// `[filters, span]`.
    let times: TensorSpec
    /// `[units]`.
    let bias: TensorSpec?
    /// `[batches, filters × span]`, kept from run to run: the last features of each filter.
    let state: TensorSpec
    /// `[batches, units]`.
    let output: TensorSpec
    let rank: Int

    var batches: Int { input.shape[0] }
    var filters: Int { features.shape[0] }
    var span: Int { times.shape[1] }
    var units: Int { filters / rank }

    /// Reads the tensors of a node.
    ///
    /// - Throws: ``ModelError`` with code `invalidNode`.
    init(rank: Int, _ node: Preparation) throws(ModelError) {
        try node.expect(inputs: 5...5)
        let (input, features, times) = (try node.input(0), try node.input(1), try node.input(2))
        let bias = try node.optionalInput(3)
        try node.expectRank(input, 2...2)
        guard features.shape.rank == 2, times.shape.rank == 2, rank > 0,
            features.shape[1] == input.shape[1], features.shape[0] == times.shape[0],
            features.shape[0] % rank == 0, times.shape[1] > 0,
            bias.map({ $0.shape.elementCount == features.shape[0] / rank }) ?? true
        else {
            throw node.fail(
                "weights \(features.shape) and \(times.shape) of rank \(rank) do not fit "
                    + "\(input.shape)")
        }
        let (rows, overflow) = input.shape[0].multipliedReportingOverflow(by: features.shape[0])
        let (count, overflows) = rows.multipliedReportingOverflow(by: times.shape[1])
        guard !overflow, !overflows else { throw node.fail("\(times.shape) overflows") }
        self.rank = rank
        (self.input, self.features, self.times, self.bias) = (input, features, times, bias)
        state = try node.recurrentState(4, count: count)
        output = try node.setOutput(
            0, shape: node.shape([input.shape[0], features.shape[0] / rank]))
        try node.expectSameType(input, output)
    }
}
