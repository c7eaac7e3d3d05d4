import Logging
import ServiceLifecycle

/// The first step of ending: readiness goes, requests are still taken for a while.
struct Drain: Service {
    let state: ServiceState
    let delay: Double
    let logger: Logger

    func run() async throws {
        do { try await gracefulShutdown() } catch { return }
        logger.info("draining", metadata: ["seconds": "\(delay)"])
        state.drain()
        // Not cancelled by the shutdown itself, which is what this waits out.
        if delay > 0 { try? await Task.sleep(for: .seconds(delay)) }
    }
}
