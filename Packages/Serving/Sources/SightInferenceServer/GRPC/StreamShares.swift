import GRPCCore
import NIOConcurrencyHelpers

/// The held bytes of the gRPC streams, by a number that a header field carries to the service.
///
/// The gRPC library tells a service nothing about the stream of a request but its header fields.
package final class StreamShares: Sendable {
    /// The name of the header field, which a client cannot set.
    static let field = "sight-stream"

    private struct State {
        var last = 0
        var shares: [String: HeldBytes] = [:]
    }

    private let state = NIOLockedValueBox(State())

    /// Makes an empty table.
    package init() {}

    /// Adds the bytes of a stream.
    ///
    /// - Returns: the number of the stream.
    func add(_ held: HeldBytes) -> String {
        state.withLockedValue { state in
            state.last += 1
            state.shares[String(state.last)] = held
            return String(state.last)
        }
    }

    /// Removes the bytes of a stream that has ended.
    func remove(_ number: String) {
        state.withLockedValue { $0.shares[number] = nil }
    }

    /// Returns the bytes of the stream with these header fields.
    ///
    /// - Throws: ``ServeError`` of kind `cancelled` if the stream has ended.
    func share(_ metadata: Metadata) throws(ServeError) -> HeldBytes {
        let number = metadata.text(Self.field) ?? ""
        guard let held = state.withLockedValue({ $0.shares[number] }) else {
            throw ServeError(.cancelled, "nobody waits any more")
        }
        return held
    }
}
