/// A message of the gRPC service `inference.GRPCInferenceService`.
///
/// - Source: KServe, `open_inference_grpc.proto`, which defines the field numbers.
package protocol WireMessage: Sendable {
    /// Reads a message.
    ///
    /// - Throws: ``ProtocolError``.
    init(wire: ArraySlice<UInt8>) throws(ProtocolError)
    /// The encoded bytes of the message.
    var wire: [UInt8] { get }
    /// Bytes of elements that were decoded, which take memory in addition to the message's bytes.
    var decodedByteCount: Int { get }
    /// Bytes of the elements that the encoded message repeats.
    var elementByteCount: Int { get }
}

extension WireMessage {
    /// Most messages have no elements.
    package var decodedByteCount: Int { 0 }
    /// Most messages have no elements.
    package var elementByteCount: Int { 0 }
}

/// A message without fields, such as `ServerLiveRequest`.
package struct EmptyMessage: WireMessage {
    package init() {}
    package init(wire: ArraySlice<UInt8>) {}
    package var wire: [UInt8] { [] }
}

/// A message with one Boolean field, such as `ServerLiveResponse`.
package struct FlagMessage: WireMessage, Equatable {
    /// The value of the field.
    package var isSet: Bool

    package init(_ isSet: Bool) { self.isSet = isSet }

    package init(wire: ArraySlice<UInt8>) throws(ProtocolError) {
        var reader = WireReader(wire)
        isSet = false
        while let (field, value) = try reader.next() {
            if field == 1 { isSet = try value.number() != 0 }
        }
    }

    package var wire: [UInt8] {
        var writer = WireWriter()
        writer.number(1, isSet ? 1 : 0)
        return writer.bytes
    }
}

/// A message that names a model: `ModelReadyRequest`, `ModelMetadataRequest`.
package struct ModelMessage: WireMessage, Equatable {
    /// The model's name.
    package var name = ""
    /// The version; empty for the newest.
    package var version = ""

    package init(name: String, version: String = "") {
        self.name = name
        self.version = version
    }

    package init(wire: ArraySlice<UInt8>) throws(ProtocolError) {
        var reader = WireReader(wire)
        while let (field, value) = try reader.next() {
            switch field {
            case 1: name = try value.text()
            case 2: version = try value.text()
            default: break
            }
        }
    }

    package var wire: [UInt8] {
        var writer = WireWriter()
        writer.text(1, name)
        writer.text(2, version)
        return writer.bytes
    }
}
