import Foundation

/// The limits that a child process sets for itself before it reads untrusted data.
///
/// The child can also write no files and leaves no core dump. The limits of memory and of written
/// files apply on Linux.
public struct ProcessLimits: Sendable {
    /// Seconds of processor time; `nil` for no limit.
    public var seconds: Int?
    /// Bytes of memory.
    public var memory: Int
    /// The number of files that may be open at once.
    public var files: Int

    /// Makes limits.
    public init(seconds: Int?, memory: Int, files: Int = 64) {
        self.seconds = seconds
        self.memory = memory
        self.files = files
    }

    /// Sets the limits of this process, which cannot be raised again.
    public func apply() {
        if let seconds { Self.set(RLIMIT_CPU, seconds) }
        Self.set(RLIMIT_NOFILE, files)
        Self.set(RLIMIT_CORE, 0)
        #if canImport(Glibc)
            // The sanitizers reserve terabytes, which count as data.
            #if !SANITIZED
                Self.set(RLIMIT_DATA, memory)
            #endif
            Self.set(RLIMIT_FSIZE, 0)
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
