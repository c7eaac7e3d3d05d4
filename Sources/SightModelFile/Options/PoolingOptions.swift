/// The options of the pooling operators.
///
/// - Source: `Pool2DOptions` of the TensorFlow Lite schema.
package struct PoolingOptions: Sendable {
    package let padding: PaddingOption
    package let stride: (height: Int, width: Int)
    package let window: (height: Int, width: Int)
    package let activation: ActivationOption

    package init(_ table: OptionsTable) throws(ModelError) {
        padding = try table.padding(0)
        stride = (try table.int(2), try table.int(1))
        window = (try table.int(4), try table.int(3))
        activation = try table.activation(5)
    }
}
