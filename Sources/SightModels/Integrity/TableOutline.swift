/// The fields of a table in a model file that lead to other parts of the file.
struct TableOutline: Sendable {
    /// The kind of the part that a field leads to.
    indirect enum Part: Sendable {
        /// A vector or a text whose elements have a number of bytes.
        case vector(stride: Int64)
        /// A table.
        case table(TableOutline)
        /// A vector of tables.
        case tables(TableOutline)
    }

    /// The parts by the number of their field.
    let parts: [(field: Int, part: Part)]
    /// The field with the offset of bytes outside of the FlatBuffer; the next one has their number.
    var outside: Int?

    /// The parts of a model that hold its weights, and those that writers put at the end of a file.
    ///
    /// - Source: `schema.fbs` of TensorFlow Lite: `Model`, `OperatorCode`, `SubGraph`, `Tensor`,
    ///   `QuantizationParameters`, `Operator`, `Buffer` and `Metadata`.
    static let model = TableOutline(parts: [
        (1, .tables(operatorCode)), (2, .tables(subgraph)), (4, .tables(buffer)),
        (6, .tables(TableOutline(parts: [(0, .vector(stride: 1))]))),
    ])

    private static let operatorCode = TableOutline(parts: [(1, .vector(stride: 1))])
    private static let subgraph = TableOutline(parts: [
        (0, .tables(tensor)), (3, .tables(node)),
    ])
    private static let tensor = TableOutline(parts: [
        (0, .vector(stride: 4)), (3, .vector(stride: 1)), (4, .table(quantization)),
    ])
    private static let quantization = TableOutline(parts: [
        (2, .vector(stride: 4)), (3, .vector(stride: 8)),
    ])
    private static let node = TableOutline(parts: [
        (1, .vector(stride: 4)), (2, .vector(stride: 4)),
    ])
    private static let buffer = TableOutline(parts: [(0, .vector(stride: 1))], outside: 1)
}
