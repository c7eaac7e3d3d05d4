import SightModelFile
import SightTensor

/// CUMSUM: running sums along one axis.
///
/// float32, int32, int64 (both wrap).
///
/// - Source: TensorFlow Lite `cumsum`.
enum CumulativeSum: Operator {
    static let code = OperatorCode.builtin(.cumsum)
    static let versions = 1...1

    static func prepare(_ options: OptionsTable, _ node: Preparation) throws(ModelError)
        -> any PreparedOperator
    {
        let options = try CumulativeSumOptions(options)
        let input = try node.input(0)
        let totals = try RunningTotals(
            node, isExclusive: options.isExclusive, isReversed: options.isReversed)
        switch input.elementType {
        case .float32: return PreparedLoop { totals.run($1, Float(0)) { $0 + $1 } }
        case .int32: return PreparedLoop { totals.run($1, Int32(0)) { $0 &+ $1 } }
        case .int64: return PreparedLoop { totals.run($1, Int64(0)) { $0 &+ $1 } }
        default: throw node.unsupported(input)
        }
    }
}
