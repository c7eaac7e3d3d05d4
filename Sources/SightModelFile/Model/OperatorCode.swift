/// Which operator a node runs.
package enum OperatorCode: Hashable, Sendable {
    /// One that the schema lists.
    case builtin(BuiltinOperator)
    /// One that the schema numbers but this list does not know yet.
    case unknown(number: Int)
    /// One that only its maker knows, by name.
    case custom(String)

    /// The name in messages and listings, such as `CONV_2D` or `TFLite_Detection_PostProcess`.
    package var name: String {
        switch self {
        case .builtin(let builtin): builtin.rawValue
        case .unknown(let number): "BUILTIN_\(number)"
        case .custom(let name): name
        }
    }
}
