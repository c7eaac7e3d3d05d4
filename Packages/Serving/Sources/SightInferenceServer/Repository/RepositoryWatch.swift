import Foundation
import ServiceLifecycle

/// Refreshes the repository at an interval until the service ends.
struct RepositoryWatch: Service {
    let repository: ModelRepository
    let interval: Double

    func run() async throws {
        await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                // Loading blocks, so it must not run on a thread of the cooperative pool.
                await withCheckedContinuation { continuation in
                    Thread.detachNewThread {
                        repository.refresh()
                        continuation.resume()
                    }
                }
                try? await Task.sleep(for: .seconds(interval))
            }
        }
    }
}
