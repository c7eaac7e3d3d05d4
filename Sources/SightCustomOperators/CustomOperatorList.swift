package import SightInference
package import SightModelFile

/// A list of custom operators, searched by name.
package struct CustomOperatorList: Sendable {
    /// The types in their order; of two operators with the same name the first one is used.
    package let types: [any CustomOperator.Type]

    /// The operators of MediaPipe and LiteRT that every model may use.
    package static let standardTypes: [any CustomOperator.Type] = [
        Convolution2DTransposeBias.self, MaxPoolingWithArgmax2D.self, MaxUnpooling2D.self,
        LiteRTMaxUnpooling2D.self, Landmarks2TransformMatrix.self, TransformTensorBilinear.self,
        TransformLandmarks.self,
    ]

    /// The list of ``standardTypes``.
    package static let standard = CustomOperatorList(standardTypes)

    /// Makes a list; of two operators with the same name the first one is used.
    package init(_ types: [any CustomOperator.Type]) { self.types = types }

    /// Returns the engine's operator for a code; `nil` if the list has none.
    package func find(_ code: OperatorCode) -> (any SightInference.Operator.Type)? {
        guard case .custom(let name) = code, let type = types.first(where: { $0.name == name })
        else { return nil }
        // The engine's kernels compute the same faster.
        return type == Convolution2DTransposeBias.self
            ? TransposeConvolutionBias.self : Self.adapter(type)
    }

    private static func adapter<Custom: CustomOperator>(_ type: Custom.Type)
        -> any SightInference.Operator.Type
    {
        CustomOperatorAdapter<Custom>.self
    }
}

extension CustomOperatorList: Hashable {
    /// Whether two lists have the same types in the same order.
    package static func == (first: Self, second: Self) -> Bool {
        first.identifiers == second.identifiers
    }

    /// Adds the types to a hash.
    package func hash(into hasher: inout Hasher) { hasher.combine(identifiers) }

    private var identifiers: [ObjectIdentifier] { types.map { ObjectIdentifier($0) } }
}
