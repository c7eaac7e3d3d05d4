import Foundation
import Logging
import ServiceLifecycle

/// Deletes the records of installations that have sent no request for a long time; without it, the
/// table would only grow.
///
/// An installation that returns registers again. Tokens are valid for a week, so an app in use
/// sends a request at least every week.
struct InstallationExpiry: Service {
    /// Days without a request; Firebase uses the same number.
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
                } catch is CancellationError {
                    // The host ends.
                } catch {
                    logger.error(
                        "old installations cannot be deleted", metadata: ["error": "\(error)"])
                }
                try? await Task.sleep(for: Self.interval)
            }
        }
    }
}
