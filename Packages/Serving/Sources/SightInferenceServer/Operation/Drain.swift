import Logging
import ServiceLifecycle

/// The first step of the shutdown: the service reports that it is not ready, and still accepts
/// requests for a while.
struct Drain: Service {
    let state: ServiceState
    let delay: Double
    let logger: Logger

    func run() async throws {
        guard !EarlySignal.hasArrived else {
            // Nobody has learned yet that the service is ready.
            state.drain()
            return
        }
        do { try await gracefulShutdown() } catch { return }
        logger.info("draining", metadata: ["seconds": "\(delay)"])
        state.drain()
        // The graceful shutdown does not cancel this task, so the delay runs in full.
        if delay > 0 { try? await Task.sleep(for: .seconds(delay)) }
    }
}
