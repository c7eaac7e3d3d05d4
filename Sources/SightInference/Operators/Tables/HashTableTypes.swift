import SightModelFile
import SightTensor

/// The types of a hash table's keys and values.
enum HashTableTypes {
    case stringsByNumber
    case numbersByString

    /// Creates the pair of types.
    ///
    /// - Throws: ``ModelError`` with code `unsupported` for other types.
    init(keys: ElementType, values: ElementType, _ node: Preparation) throws(ModelError) {
        switch (keys, values) {
        case (.int64, .string): self = .stringsByNumber
        case (.string, .int64): self = .numbersByString
        default:
            throw node.fail(
                .unsupported,
                "tables from \(keys) to \(values) are not supported, only between int64 and string")
        }
    }
}
