import CMalloc
import Foundation
import ServiceLifecycle

/// Gives the system back what a burst of requests has left behind.
///
/// The C library of Linux keeps what is freed in an arena for each thread, and only the end of an
/// arena ever goes back by itself; others need no help.
struct MemoryKeeper: Service {
    private static let interval = Duration.seconds(5)

    /// Lets no thread beyond the first few have an arena of its own: call it before there are threads.
    static func limitArenas() {
        #if canImport(Glibc)
            mallopt(M_ARENA_MAX, Int32(clamping: ProcessInfo.processInfo.activeProcessorCount))
        #endif
    }

    func run() async throws {
        await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                try? await Task.sleep(for: Self.interval)
                #if canImport(Glibc)
                    malloc_trim(0)
                #endif
            }
        }
    }
}
