/// The entries of a model's hash table.
///
/// TensorFlow Lite has two kinds of tables: from int64 to string, and from string to int64. Strings
/// are bytes, of any encoding.
enum HashTable {
    case stringsByNumber([Int64: [UInt8]])
    case numbersByString([[UInt8]: Int64])

    /// The number of keys.
    var count: Int {
        switch self {
        case .stringsByNumber(let entries): entries.count
        case .numbersByString(let entries): entries.count
        }
    }
}
