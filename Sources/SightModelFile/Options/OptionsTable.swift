/// The options of one node, read by field number with the schema's default.
///
/// If the table is absent, every option has its default, as in TensorFlow Lite.
package struct OptionsTable: Sendable {
    private let table: FlatTable?

    /// Wraps a node's `builtin_options`; `nil` when the file has none.
    package init(_ table: FlatTable?) { self.table = table }

    /// Whether the file has no options for the node.
    var isAbsent: Bool { table == nil }

    /// Reads a 32-bit integer field.
    package func int(_ field: Int, default value: Int32 = 0) throws(ModelError) -> Int {
        Int(try table?.scalar(field, default: value) ?? value)
    }

    /// Reads a 64-bit integer field.
    func long(_ field: Int) throws(ModelError) -> Int64 {
        try table?.scalar(field, default: Int64(0)) ?? 0
    }

    /// Reads a one-byte field: an enum of the schema.
    package func byte(_ field: Int, default value: Int8 = 0) throws(ModelError) -> Int {
        Int(try table?.scalar(field, default: value) ?? value)
    }

    /// Reads a Boolean field.
    package func bool(_ field: Int, default value: Bool = false) throws(ModelError) -> Bool {
        try table?.scalar(field, default: UInt8(value ? 1 : 0)) ?? (value ? 1 : 0) != 0
    }

    /// Reads a `float` field.
    package func float(_ field: Int, default value: Float = 0) throws(ModelError) -> Float {
        try table?.scalar(field, default: value) ?? value
    }

    /// Reads a vector of 32-bit integers; `nil` when the whole table is absent.
    ///
    /// - Throws: ``ModelError`` with code `tooLarge`, because any number of nodes may share one
    ///   vector.
    package func ints(_ field: Int) throws(ModelError) -> [Int]? {
        guard let table else { return nil }
        let limit = ModelLimits().controlCount
        guard try table.count(field) <= limit else {
            throw ModelError(.tooLarge, "an option has more than \(limit) numbers")
        }
        return try table.integers(field)
    }

    /// Reads a vector of floats; empty when absent.
    ///
    /// - Throws: ``ModelError`` with code `tooLarge`.
    func floats(_ field: Int) throws(ModelError) -> [Float] {
        guard let table else { return [] }
        let limit = ModelLimits().controlCount
        guard try table.count(field) <= limit else {
            throw ModelError(.tooLarge, "an option has more than \(limit) numbers")
        }
        return try table.scalars(field, of: Float.self)
    }

    /// Reads a vector of 64-bit integers; empty when absent.
    ///
    /// - Throws: ``ModelError`` with code `tooLarge`.
    func longs(_ field: Int) throws(ModelError) -> [Int] {
        guard let table else { return [] }
        let limit = ModelLimits().controlCount
        guard try table.count(field, stride: 8) <= limit else {
            throw ModelError(.tooLarge, "an option has more than \(limit) numbers")
        }
        return try table.integers(field, of: Int64.self)
    }

    /// Reads a string field; `nil` when absent.
    func string(_ field: Int) throws(ModelError) -> String? {
        try table?.string(field)
    }
}
