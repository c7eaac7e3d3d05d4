import Foundation

/// Limits that a child gives itself before it touches what strangers have sent.
///
/// A child can also write no files and leaves no core dump behind. The limit of memory and that of
/// written files hold on Linux.
public struct ProcessLimits: Sendable {
    /// Seconds of processor time; `nil` for a child that works until it is ended.
    public var seconds: Int?
    /// Bytes of memory.
    public var memory: Int
    /// Files that are open at once.
    public var files: Int

    /// Names limits.
    public init(seconds: Int?, memory: Int, files: Int = 64) {
        self.seconds = seconds
        self.memory = memory
        self.files = files
    }

    /// Sets the limits; they cannot be taken back.
    public func apply() {
        if let seconds { Self.set(RLIMIT_CPU, seconds) }
        Self.set(RLIMIT_NOFILE, files)
        Self.set(RLIMIT_CORE, 0)
        #if canImport(Glibc)
            Self.set(RLIMIT_DATA, memory)
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
