/// The type of a tensor's elements, by the protocol's names.
///
/// - Source: Open Inference Protocol, "Tensor Data Types".
package enum Datatype: String, Sendable, CaseIterable {
    case bool = "BOOL"
    case uint8 = "UINT8"
    case uint16 = "UINT16"
    case uint32 = "UINT32"
    case uint64 = "UINT64"
    case int8 = "INT8"
    case int16 = "INT16"
    case int32 = "INT32"
    case int64 = "INT64"
    case float16 = "FP16"
    case float32 = "FP32"
    case float64 = "FP64"
    case bytes = "BYTES"

    /// The bytes of one element; `nil` for `BYTES`, whose elements vary.
    package var width: Int? {
        switch self {
        case .bool, .uint8, .int8: 1
        case .uint16, .int16, .float16: 2
        case .uint32, .int32, .float32: 4
        case .uint64, .int64, .float64: 8
        case .bytes: nil
        }
    }

    /// Finds the type with a name.
    package init(named name: String) throws(ProtocolError) {
        guard let type = Datatype(rawValue: name) else {
            throw ProtocolError("there is no datatype \"\(name)\"")
        }
        self = type
    }
}
