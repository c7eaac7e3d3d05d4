import Foundation

/// The limit of the files and connections that this process may have open at once.
public enum OpenFiles {
    /// The largest limit that is set; some programs go through all numbers below their limit.
    private static let largest = 1 << 20

    /// The current limit.
    public static var limit: Int { read().current }

    /// Raises the limit as far as the system allows it without privileges.
    ///
    /// Child processes inherit the limit, and set a lower one with ``ProcessLimits``.
    ///
    /// - Returns: the limit afterwards.
    @discardableResult
    public static func raiseLimit() -> Int {
        let (current, possible) = read()
        let wanted = min(possible, largest)
        if wanted > current { write(wanted) }
        return limit
    }

    private static func read() -> (current: Int, possible: Int) {
        var values = rlimit()
        #if canImport(Glibc)
            getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &values)
            let possible = Int(clamping: values.rlim_max)
        #else
            getrlimit(RLIMIT_NOFILE, &values)
            // Larger limits are refused, although the system names no limit.
            let possible = min(Int(clamping: values.rlim_max), Int(OPEN_MAX))
        #endif
        return (Int(clamping: values.rlim_cur), possible)
    }

    private static func write(_ limit: Int) {
        var values = rlimit()
        #if canImport(Glibc)
            let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        #else
            let resource = RLIMIT_NOFILE
        #endif
        guard getrlimit(resource, &values) == 0 else { return }
        values.rlim_cur = rlim_t(limit)
        setrlimit(resource, &values)
    }
}
