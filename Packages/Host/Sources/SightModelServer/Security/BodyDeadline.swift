import HTTPTypes
import NIOConcurrencyHelpers
import NIOCore
import NIOPosix

/// Limits the time in which the body of a request has to arrive.
///
/// A connection without data is closed after a minute, but a client could send one byte each
/// minute, and so occupy a connection for days.
enum BodyDeadline {
    /// The bytes of an upload for which the client gets a second more.
    static let bytesPerSecond = 1 << 16

    /// Runs a function that reads a body, and cancels it after a number of seconds.
    ///
    /// - Throws: the errors of the function, and ``HostError`` with the status `requestTimeout`.
    static func within<Value: Sendable>(
        _ seconds: Double, read: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        let task = Task { try await read() }
        let isOver = NIOLockedValueBox(false)
        let timer = MultiThreadedEventLoopGroup.singleton.any().scheduleTask(
            in: .nanoseconds(Int64(min(max(seconds, 0), 1e9) * 1e9))
        ) {
            isOver.withLockedValue { $0 = true }
            task.cancel()
        }
        defer { timer.cancel() }
        return try await withTaskCancellationHandler {
            do { return try await task.value } catch {
                guard isOver.withLockedValue({ $0 }) else { throw error }
                throw HostError(
                    .requestTimeout, "the body has not arrived within \(seconds) seconds")
            }
        } onCancel: {
            task.cancel()
        }
    }
}
