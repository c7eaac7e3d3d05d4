import OpenInference
import SightTensor

extension Datatype {
    private static let pairs: [(Datatype, ElementType)] = [
        (.bool, .bool), (.uint8, .uint8), (.uint16, .uint16), (.uint32, .uint32),
        (.uint64, .uint64), (.int8, .int8), (.int16, .int16), (.int32, .int32), (.int64, .int64),
        (.float16, .float16), (.float32, .float32), (.float64, .float64), (.bytes, .string),
    ]

    /// Finds the protocol's name for a type of the engine; `nil` if the protocol has none.
    init?(_ type: ElementType) {
        guard let pair = Self.pairs.first(where: { $0.1 == type }) else { return nil }
        self = pair.0
    }

    /// The engine's type; `nil` if the engine has none.
    var elementType: ElementType? { Self.pairs.first { $0.0 == self }?.1 }
}
