package import SightInference
package import SightModelFile

/// Custom operators by name.
package struct CustomOperatorList: Sendable {
    private let types: [any CustomOperator.Type]

    /// The operators that every model may use.
    package static let standard = CustomOperatorList([
        Convolution2DTransposeBias.self, MaxPoolingWithArgmax2D.self, MaxUnpooling2D.self,
        LiteRTMaxUnpooling2D.self,
    ])

    /// Operators; of two with one name the first counts.
    package init(_ types: [any CustomOperator.Type]) { self.types = types }

    /// The engine's operator for a code; `nil` where the list has none.
    package func find(_ code: OperatorCode) -> (any SightInference.Operator.Type)? {
        guard case .custom(let name) = code, let type = types.first(where: { $0.name == name })
        else { return nil }
        return Self.adapter(type)
    }

    private static func adapter<Custom: CustomOperator>(_ type: Custom.Type)
        -> any SightInference.Operator.Type
    {
        CustomOperatorAdapter<Custom>.self
    }
}
