import Foundation

/// The number of processors that this process may use.
package enum ProcessorCount {
    /// The number of processors that run at the same time for this process, at least 1.
    ///
    /// In a container with a limit of processor time, it is that limit, rounded up. Foundation knows
    /// the limits of the first version of Linux's control groups only, and would count all
    /// processors of the machine.
    package static let available = min(
        ProcessInfo.processInfo.activeProcessorCount, limit ?? .max)

    private static var limit: Int? {
        #if os(Linux)
            guard let file = FileHandle(forReadingAtPath: "/sys/fs/cgroup/cpu.max"),
                let bytes = try? file.read(upToCount: 64)
            else { return nil }
            return limit(in: String(decoding: bytes, as: UTF8.self))
        #else
            return nil
        #endif
    }

    /// Returns the number of processors that a file `cpu.max` allows; `nil` without a limit.
    ///
    /// - Source: Linux, Documentation/admin-guide/cgroup-v2.rst: the microseconds of processor time
    ///   in each period, or `max`, and the microseconds of a period.
    package static func limit(in text: String) -> Int? {
        let numbers = text.split(whereSeparator: \.isWhitespace).map { Int($0) }
        guard numbers.count == 2, let quota = numbers[0], let period = numbers[1], quota > 0,
            period > 0
        else { return nil }
        return quota / period + (quota % period > 0 ? 1 : 0)
    }
}
