import CMalloc
import NIOCore
import ServiceLifecycle

/// Returns unused memory to the system after a burst of requests.
///
/// The C library of Linux keeps freed memory in an arena for each thread, and by itself returns
/// only the end of an arena. Other systems need no such service.
struct MemoryKeeper: Service {
    private static let interval = Duration.seconds(5)

    /// Limits the number of arenas to that of the processors; call it before threads start.
    static func limitArenas() {
        #if canImport(Glibc)
            mallopt(M_ARENA_MAX, Int32(clamping: System.coreCount))
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
