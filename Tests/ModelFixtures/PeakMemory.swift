import Foundation

/// Returns the largest amount of memory that this process has used so far, in bytes.
///
/// The result is 0 on systems other than Linux.
public func peakMemory() throws -> Int {
    #if os(Linux)
        let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
        return 1024 * (line.flatMap { Int($0.filter(\.isNumber)) } ?? 0)
    #else
        return 0
    #endif
}
