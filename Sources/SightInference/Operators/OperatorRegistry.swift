/// The operators that this runtime has: one visible list.
package enum OperatorRegistry {
    /// Every operator, in the order of the schema, custom ones last.
    package static let builtin: [any Operator.Type] = [
        Convolution2D.self,
        DepthwiseConvolution2D.self,
        FullyConnected.self,
        Reshape.self,
        Squeeze.self,
    ]

    /// The operator for a node, by code.
    package static func find(_ code: OperatorCode) -> (any Operator.Type)? { table[code] }

    private static let table: [OperatorCode: any Operator.Type] = Dictionary(
        builtin.map { ($0.code, $0) }, uniquingKeysWith: { first, _ in first })
}
