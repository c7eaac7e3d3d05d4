import Foundation
import GRPCCore
import NIOCore
import ServiceLifecycle

/// The servers of the service, which begin and end together.
struct Listeners: Service, CustomStringConvertible {
    /// A server and the place where it listens, as `ADDRESS:PORT`.
    struct Listener: Sendable {
        let server: any Service
        let place: String
    }

    let all: [Listener]

    /// The name in the log.
    var description: String { "Listeners" }

    func run() async throws {
        try await withThrowingDiscardingTaskGroup { group in
            for listener in all {
                group.addTask {
                    do { try await listener.server.run() } catch {
                        throw Self.explained(error, listener.place)
                    }
                }
            }
        }
    }

    /// Names the place in the error of a server that cannot listen.
    private static func explained(_ error: any Error, _ place: String) -> any Error {
        let reason: String
        switch (error as? RuntimeError)?.cause ?? error {
        case let error as IOError: reason = String(cString: strerror(error.errnoCode))
        case is SocketAddressError, is SocketAddressError.UnknownHost:
            reason = "the host name is unknown"
        default: return error
        }
        return ServeError(.failed, "cannot listen on \(place): \(reason)")
    }
}
