import GRPCCore
import OpenInference

/// A message whose bytes count against the budget while it lives.
final class HeldMessage<Message: Sendable>: Sendable {
    let message: Message
    private let budget: ByteBudget
    private let held: Int

    /// Keeps a message; its `held` bytes have been taken.
    init(_ message: Message, _ budget: ByteBudget, held: Int) {
        self.message = message
        self.budget = budget
        self.held = held
    }

    deinit { budget.give(held) }
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
        guard budget.take(count) else { throw RPCError(ServeError.heldTooMuch) }
        do throws(ProtocolError) {
            let message = try Message(wire: bytes.withUnsafeBytes { Array($0) }[...])
            return HeldMessage(message, budget, held: count)
        } catch {
            budget.give(count)
            throw RPCError(code: .invalidArgument, message: error.message)
        }
    }
}
