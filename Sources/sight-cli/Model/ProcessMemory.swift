import Foundation

/// What the operating system says about this process's memory.
enum ProcessMemory {
    /// The most bytes that were resident at once; 0 when nobody knows.
    static var peakByteCount: Int {
        #if os(Linux)
            // Not getrusage: its maximum survives exec and so may belong to the parent.
            status("VmHWM:")
        #else
            var usage = rusage()
            return getrusage(RUSAGE_SELF, &usage) == 0 ? Int(usage.ru_maxrss) : 0
        #endif
    }

    /// The bytes that are resident now; the most so far where nobody knows.
    static var residentByteCount: Int {
        #if os(Linux)
            status("VmRSS:")
        #else
            peakByteCount
        #endif
    }

    #if os(Linux)
        private static func status(_ key: String) -> Int {
            guard let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)
            else { return 0 }
            let line = status.split(separator: "\n").first { $0.hasPrefix(key) }
            let words = line?.split(whereSeparator: \.isWhitespace) ?? []
            return (words.count > 1 ? Int(words[1]) ?? 0 : 0) * 1024
        }
    #endif
}
