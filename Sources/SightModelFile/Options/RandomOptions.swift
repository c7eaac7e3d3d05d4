/// The options of the operators that draw random numbers.
///
/// - Source: `RandomOptions` of the TensorFlow Lite schema.
package struct RandomOptions: Sendable {
    package let seeds: (first: Int64, second: Int64)

    package init(_ table: OptionsTable) throws(ModelError) {
        seeds = (try table.long(0), try table.long(1))
    }
}
