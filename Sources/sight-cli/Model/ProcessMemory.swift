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
        /// Reads as little as it can: what the reading itself takes would count.
        private static func status(_ key: String) -> Int {
            guard let file = fopen("/proc/self/status", "r") else { return 0 }
            defer { fclose(file) }
            var line = [CChar](repeating: 0, count: 256)
            while fgets(&line, Int32(line.count), file) != nil {
                guard strncmp(line, key, key.utf8.count) == 0 else { continue }
                return strtol(Array(line[key.utf8.count...]), nil, 10) * 1024
            }
            return 0
        }
    #endif
}
