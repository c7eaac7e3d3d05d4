import GRPCCore
import NIOCore
import OpenInference
import SightServerSupport

/// A message whose bytes count against the budget while it lives.
final class HeldMessage<Message: Sendable>: Sendable {
    let message: Message
    private let held: HeldBytes

    /// Keeps a message and what is held for it.
    init(_ message: Message, _ held: HeldBytes) {
        self.message = message
        self.held = held
    }
}

/// Turns messages into bytes.
struct WireSerializer<Message: WireMessage>: MessageSerializer {
    func serialize<Bytes: GRPCContiguousBytes>(_ message: Message) -> Bytes { Bytes(message.wire) }
}

/// Turns bytes into messages, as long as the budget has room.
struct WireDeserializer<Message: WireMessage>: MessageDeserializer {
    let budget: ByteBudget

    func deserialize<Bytes: GRPCContiguousBytes>(_ bytes: Bytes) throws -> HeldMessage<Message> {
        let count = bytes.withUnsafeBytes { $0.count }
        // The peer's share counts where the bytes come in.
        let held = HeldBytes(budget, PeerAddress(nil as SocketAddress?))
        do {
            try held.hold(count)
            let message = try Message(wire: bytes.withUnsafeBytes { Array($0) }[...])
            return HeldMessage(message, held)
        } catch let error as ServeError {
            throw RPCError(error)
        } catch let error as ProtocolError {
            throw RPCError(code: .invalidArgument, message: error.message)
        }
    }
}
