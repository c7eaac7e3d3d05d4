import Foundation

/// Limits that a child gives itself before it touches a file.
package enum ProcessLimits {
    /// Seconds of processor time: more than any model that apps could load takes.
    private static let seconds = 50
    /// Bytes of memory: what the engine may plan, and as much for weights.
    private static let memory = 4 << 30
    private static let files = 64

    /// Sets the limits; they cannot be taken back.
    package static func apply() {
        #if canImport(Glibc)
            set(RLIMIT_CPU, seconds)
            set(RLIMIT_DATA, memory)
            set(RLIMIT_NOFILE, files)
            set(RLIMIT_FSIZE, 0)
            set(RLIMIT_CORE, 0)
        #else
            set(RLIMIT_CPU, seconds)
            set(RLIMIT_NOFILE, files)
            set(RLIMIT_CORE, 0)
        #endif
    }

    #if canImport(Glibc)
        private static func set(_ resource: __rlimit_resource, _ value: Int) {
            var limit = rlimit(rlim_cur: rlim_t(value), rlim_max: rlim_t(value))
            _ = setrlimit(__rlimit_resource_t(resource.rawValue), &limit)
        }
    #else
        private static func set(_ resource: Int32, _ value: Int) {
            var limit = rlimit(rlim_cur: rlim_t(value), rlim_max: rlim_t(value))
            _ = setrlimit(resource, &limit)
        }
    #endif
}
