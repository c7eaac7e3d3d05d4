/// One axis of a transposed convolution: an input element reaches `kernel` outputs, and the next
/// element those `stride` further on.
struct SpreadAxis: Sendable {
    let input: Int
    let output: Int
    let kernel: Int
    let stride: Int
    /// The number of outputs that are cut off before the first one.
    let padding: Int

    /// An axis of one element, for shapes with fewer axes.
    static let single = SpreadAxis(input: 1, output: 1, kernel: 1, stride: 1, padding: 0)

    /// The outputs whose indices have the same remainder modulo the stride.
    ///
    /// They are an ordinary convolution with stride 1: the same cells of the filter reach each of
    /// them.
    struct Phase: Sendable {
        /// The first output.
        let first: Int
        /// The cells of the filter that reach the outputs, in the order of the inputs they read;
        /// `nil` stands for a weight of zero.
        var cells: [Int?]
        /// The convolution of these cells.
        var axis: ConvolutionGeometry.Axis
    }

    /// Whether at least one cell of the filter reaches each place.
    var isCovered: Bool { kernel >= stride }

    /// The number of phases that have outputs.
    var phaseCount: Int { min(stride, output) }

    /// Returns the phase with an index below ``phaseCount``.
    ///
    /// - Precondition: ``isCovered``.
    func phase(_ first: Int) -> Phase {
        let (reach, cell) = (first + padding).quotientAndRemainder(dividingBy: stride)
        let count = (kernel - 1 - cell) / stride + 1
        return Phase(
            first: first, cells: (0..<count).reversed().map { cell + $0 * stride },
            axis: ConvolutionGeometry.Axis(
                input: input, kernel: count, stride: 1, dilation: 1,
                output: (output - first - 1) / stride + 1, padding: count - 1 - reach))
    }

    /// Returns all phases.
    ///
    /// Neighboring phases are in one list if they read the same inputs.
    ///
    /// If `joinsPhases`, and this takes no more products, all phases read the same inputs, with
    /// weights of zero for those that do not reach them. A kernel computes `columns` of the
    /// output's `channels` at once.
    ///
    /// - Precondition: ``isCovered``.
    func groupedPhases(joinsPhases: Bool, channels: Int, columns: Int) -> [[Phase]] {
        let groups = neighborGroups()
        guard joinsPhases, groups.count > 1, let joined = joined(groups.flatMap(\.self)) else {
            return groups
        }
        let products = { (group: [Phase]) in
            group[0].axis.kernel * ((group.count * channels + columns - 1) / columns)
        }
        return products(joined) <= groups.reduce(0) { $0 + products($1) } ? [joined] : groups
    }

    /// Returns phases whose convolutions read all inputs of any of them; `nil` if their numbers of
    /// outputs differ.
    private func joined(_ phases: [Phase]) -> [Phase]? {
        guard let first = phases.first?.axis,
            phases.allSatisfy({ $0.axis.output == first.output })
        else { return nil }
        let padding = phases.reduce(first.padding) { max($0, $1.axis.padding) }
        let end = phases.reduce(first.kernel - first.padding) {
            max($0, $1.axis.kernel - $1.axis.padding)
        }
        let axis = ConvolutionGeometry.Axis(
            input: first.input, kernel: padding + end, stride: 1, dilation: 1,
            output: first.output, padding: padding)
        return phases.map { phase in
            let before = padding - phase.axis.padding
            let after = axis.kernel - before - phase.axis.kernel
            var joined = phase
            joined.axis = axis
            joined.cells =
                [Int?](repeating: nil, count: before) + phase.cells
                + [Int?](repeating: nil, count: after)
            return joined
        }
    }

    /// Returns all phases.
    ///
    /// Neighboring phases are in one list if they read the same inputs.
    private func neighborGroups() -> [[Phase]] {
        var groups: [[Phase]] = []
        for first in 0..<phaseCount {
            let phase = phase(first)
            if let last = groups.last, last[0].axis == phase.axis {
                groups[groups.count - 1].append(phase)
            } else {
                groups.append([phase])
            }
        }
        return groups
    }
}
