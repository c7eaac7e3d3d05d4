/// The operator of a node.
package enum OperatorCode: Hashable, Sendable {
    /// An operator of the schema.
    case builtin(BuiltinOperator)
    /// An operator with a number that this version of the list does not contain.
    case unknown(number: Int)
    /// A custom operator, by its name.
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
