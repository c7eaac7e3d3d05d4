import SightModelFile
import SightTensor

/// STABLEHLO_PAD: surrounds a tensor with a value, and spreads its elements; edges may be cut off.
///
/// Any element type of whole bytes.
/// - Source: StableHLO specification, `pad`.
enum StablehloPad: Operator {
    static let code = OperatorCode.builtin(.stablehloPad)
    static let versions = 1...1

    static func prepare(_ options: OptionsTable, _ node: inout Preparation) throws(ModelError)
        -> any PreparedOperator
    {
        try node.expect(inputs: 2...2)
        let padding = SpacedPadding(
            low: try options.longs(0), high: try options.longs(1), gaps: try options.longs(2))
        return try padding.prepare(node.input(0), value: node.input(1), node)
    }
}
