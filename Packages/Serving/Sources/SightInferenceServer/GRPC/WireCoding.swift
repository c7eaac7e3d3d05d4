import GRPCCore
import NIOCore
import OpenInference
import SightServerSupport

/// A message whose bytes count against the budget until it is released.
final class HeldMessage<Message: Sendable>: Sendable {
    let message: Message
    private let held: HeldBytes

    /// Makes a message with the bytes that are held for it.
    init(_ message: Message, _ held: HeldBytes) {
        self.message = message
        self.held = held
    }
}

/// Encodes messages.
struct WireSerializer<Message: WireMessage>: MessageSerializer {
    func serialize<Bytes: GRPCContiguousBytes>(_ message: Message) -> Bytes { Bytes(message.wire) }
}

/// Decodes messages if the budget has room for their bytes.
struct WireDeserializer<Message: WireMessage>: MessageDeserializer {
    let budget: ByteBudget

    func deserialize<Bytes: GRPCContiguousBytes>(_ bytes: Bytes) throws -> HeldMessage<Message> {
        let count = bytes.withUnsafeBytes { $0.count }
        // `StreamMeter` has counted the bytes against the limit of the peer.
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
