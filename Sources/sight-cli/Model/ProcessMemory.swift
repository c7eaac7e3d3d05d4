import Foundation

/// The memory of this process, as the operating system reports it.
enum ProcessMemory {
    /// The largest number of bytes that were resident; 0 if the system does not tell.
    static var peakByteCount: Int {
        #if os(Linux)
            // getrusage is of no use: its maximum survives exec and may belong to the parent.
            status("VmHWM:")
        #else
            var usage = rusage()
            return getrusage(RUSAGE_SELF, &usage) == 0 ? Int(usage.ru_maxrss) : 0
        #endif
    }

    /// The bytes that are resident now; the peak if the system does not tell.
    static var residentByteCount: Int {
        #if os(Linux)
            status("VmRSS:")
        #else
            peakByteCount
        #endif
    }

    #if os(Linux)
        /// Reads a value with as little memory as possible, because this memory counts, too.
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
