/// What a hash table of a model holds, in one of the two pairs of types that there are.
enum HashTable {
    case stringsByNumber([Int64: [UInt8]])
    case numbersByString([[UInt8]: Int64])

    /// How many keys there are.
    var count: Int {
        switch self {
        case .stringsByNumber(let entries): entries.count
        case .numbersByString(let entries): entries.count
        }
    }
}
