import GRPCCore
import OpenInference

/// Turns messages into bytes.
struct WireSerializer<Message: WireMessage>: MessageSerializer {
    func serialize<Bytes: GRPCContiguousBytes>(_ message: Message) -> Bytes { Bytes(message.wire) }
}

/// Turns bytes into messages.
struct WireDeserializer<Message: WireMessage>: MessageDeserializer {
    func deserialize<Bytes: GRPCContiguousBytes>(_ bytes: Bytes) throws -> Message {
        do throws(ProtocolError) {
            return try Message(wire: bytes.withUnsafeBytes { Array($0) }[...])
        } catch {
            throw RPCError(code: .invalidArgument, message: error.message)
        }
    }
}
