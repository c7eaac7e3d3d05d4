/// The options of FAKE_QUANT.
///
/// - Source: `FakeQuantOptions` of the TensorFlow Lite schema.
package struct FakeQuantOptions: Sendable {
    package let low: Float
    package let high: Float
    package let bitCount: Int
    /// Whether the lowest integer is not used.
    package let isNarrow: Bool

    package init(_ table: OptionsTable) throws(ModelError) {
        low = try table.float(0)
        high = try table.float(1)
        bitCount = try table.int(2)
        isNarrow = try table.bool(3)
    }
}
