import Foundation
import Logging
import ServiceLifecycle

/// Forgets installations that have not been heard of for long: each would be kept for ever.
///
/// One that comes back registers again. Tokens live for a week, so apps in use are heard of weekly.
struct InstallationExpiry: Service {
    /// Days without a word; Firebase's number for the same.
    static let days = 270.0
    private static let interval = Duration.seconds(86_400)

    let database: any HostDatabase
    let logger: Logger

    func run() async throws {
        await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                do {
                    try await database.forgetInstallations(
                        before: Date(timeIntervalSinceNow: -86_400 * Self.days))
                } catch {
                    logger.error(
                        "installations cannot be forgotten", metadata: ["error": "\(error)"])
                }
                try? await Task.sleep(for: Self.interval)
            }
        }
    }
}
