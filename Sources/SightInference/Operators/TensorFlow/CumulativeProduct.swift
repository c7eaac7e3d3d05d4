import SightModelFile
import SightTensor

/// FlexCumprod: running products along one axis.
///
/// float32, int32, int64 (both wrap).
///
/// - Source: TensorFlow `tf.math.cumprod`.
enum CumulativeProduct: Operator {
    static let code = OperatorCode.custom("FlexCumprod")
    static let versions = 1...1

    static func prepare(_ options: OptionsTable, _ node: Preparation) throws(ModelError)
        -> any PreparedOperator
    {
        let attributes = try node.attributes()
        let input = try node.input(0)
        let totals = try RunningTotals(
            node, isExclusive: attributes.bool("exclusive"), isReversed: attributes.bool("reverse"))
        switch input.elementType {
        case .float32: return PreparedLoop { totals.run($1, Float(1)) { $0 * $1 } }
        case .int32: return PreparedLoop { totals.run($1, Int32(1)) { $0 &* $1 } }
        case .int64: return PreparedLoop { totals.run($1, Int64(1)) { $0 &* $1 } }
        default: throw node.unsupported(input)
        }
    }
}
