import GRPCCore
import OpenInference

/// A message whose bytes count against the budget until it is released: those of the message, and
/// those of elements that were decoded from it.
package final class HeldMessage<Message: WireMessage>: Sendable {
    /// The message.
    package let message: Message
    /// The bytes that count.
    let bytes: HeldBytes

    /// Reads a peer's message, whose bytes count already, if the budget has room for its elements.
    ///
    /// - Throws: ``ServeError`` of kind `overloaded`, `ProtocolError`.
    package init(wire: [UInt8], holding bytes: HeldBytes) throws {
        self.bytes = bytes
        message = try Message(wire: wire[...])
        try bytes.hold(message.decodedByteCount)
    }
}

/// Encodes messages.
struct WireSerializer<Message: WireMessage>: MessageSerializer {
    func serialize<Bytes: GRPCContiguousBytes>(_ message: Message) -> Bytes { Bytes(message.wire) }
}

/// Copies the bytes of messages; the library tells a deserializer nothing about the peer.
struct WireDeserializer: MessageDeserializer {
    func deserialize<Bytes: GRPCContiguousBytes>(_ bytes: Bytes) throws -> [UInt8] {
        bytes.withUnsafeBytes { Array($0) }
    }
}

extension StreamingServerRequest<[UInt8]> {
    /// Reads the only message of a request, whose bytes count already.
    ///
    /// - Throws: ``ServeError`` of kind `overloaded`, `ProtocolError`, `RPCError`.
    func single<Content: WireMessage>(holding held: HeldBytes) async throws -> HeldMessage<Content>
    {
        var iterator = messages.makeAsyncIterator()
        guard let wire = try await iterator.next() else {
            throw RPCError(code: .unimplemented, message: "the request has no message")
        }
        let message = try HeldMessage<Content>(wire: wire, holding: held)
        guard try await iterator.next() == nil else {
            throw RPCError(code: .unimplemented, message: "the request has several messages")
        }
        return message
    }
}
