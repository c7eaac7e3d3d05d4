/// The operators of one graph, each found in the registry once.
struct OperatorLookup {
    private struct Entry {
        let code: OperatorCode
        let type: (any Operator.Type)?
    }

    private var known: [Entry] = []

    /// The operator for a node, by code.
    mutating func find(_ code: OperatorCode) -> (any Operator.Type)? {
        if let entry = known.first(where: { $0.code == code }) { return entry.type }
        let type = OperatorRegistry.find(code)
        known.append(Entry(code: code, type: type))
        return type
    }
}
