/// The options of HASHTABLE.
///
/// - Source: `HashtableOptions` of the TensorFlow Lite schema.
package struct HashtableOptions: Sendable {
    /// The number of the table.
    package let number: Int
    /// The element type of keys, as the file numbers it.
    package let keyType: Int
    /// The element type of values, as the file numbers it.
    package let valueType: Int

    package init(_ table: OptionsTable) throws(ModelError) {
        number = try table.int(0)
        keyType = try table.byte(1)
        valueType = try table.byte(2)
    }
}
