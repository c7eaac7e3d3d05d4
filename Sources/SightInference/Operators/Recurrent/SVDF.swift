import SightTensor

/// SVDF: a layer over a window of time, its filters split into features and times.
///
/// float32. Inputs: input `[batches, inputs]`, feature weights `[filters, inputs]`, time weights
/// `[filters, memory]`, bias `[units]`, state `[batches, filters × memory]`; filters are units ×
/// rank.
/// - Source: Nakkiran et al., "Compressing Deep Neural Networks using a Rank-Constrained
///   Topology", 2015; TensorFlow Lite `svdf`.
enum SVDF: Operator {
    static let code = OperatorCode.builtin(.svdf)
    static let versions = 1...4

    static func prepare(_ options: OptionsTable, _ node: inout Preparation) throws(ModelError)
        -> any PreparedOperator
    {
        try node.expect(inputs: 5...5)
        node.noteEffects()
        let (input, features, times) = (try node.input(0), try node.input(1), try node.input(2))
        let bias = try node.volumeBias(3, like: input)
        guard input.elementType == .float32 else { throw node.unsupported(input) }
        try node.expectSameType(input, features, times, node.output(0))
        let rank = try options.int(0)
        let range = try FusedActivation(options.byte(1), node).range
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
        let (filters, span, width) = (features.shape[0], times.shape[1], input.shape[1])
        let (batches, units) = (input.shape[0], filters / rank)
        let (count, overflow) = (batches * filters).multipliedReportingOverflow(by: span)
        guard !overflow else { throw node.fail("\(times.shape) overflows") }
        let state = try node.recurrentState(4, count: count)
        try node.expectSameType(input, state)
        let output = try node.setOutput(0, shape: node.shape([batches, units]))
        return PreparedLoop { _, memory in
            let features = memory.elements(features.slot, as: Float.self)
            let times = memory.elements(times.slot, as: Float.self)
            let bias = bias.map { memory.elements($0.slot, as: Float.self) }
            for batch in 0..<batches {
                let source = memory.elements(input.slot, as: Float.self) + batch * width
                let window = memory.elements(state.slot, as: Float.self) + batch * filters * span
                let target = memory.elements(output.slot, as: Float.self) + batch * units
                for unit in 0..<units { target[unit] = bias?[unit] ?? 0 }
                for filter in 0..<filters {
                    let line = window + filter * span
                    for i in 1..<max(1, span) { line[i - 1] = line[i] }
                    var newest: Float = 0
                    for i in 0..<width { newest += features[filter * width + i] * source[i] }
                    line[span - 1] = newest
                    var sum: Float = 0
                    for i in 0..<span { sum += times[filter * span + i] * line[i] }
                    target[filter / rank] += sum
                }
                for unit in 0..<units {
                    target[unit] = clamp(target[unit], range.lowerBound, range.upperBound)
                }
            }
        }
    }
}
