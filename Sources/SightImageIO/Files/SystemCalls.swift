#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#else
    import Darwin
#endif

/// The system calls that transfer bytes, repeated when a signal interrupts them.
enum SystemCalls {
    #if canImport(Glibc)
        private static let readOnce = Glibc.read
        private static let writeOnce = Glibc.write
    #elseif canImport(Musl)
        private static let readOnce = Musl.read
        private static let writeOnce = Musl.write
    #elseif canImport(Android)
        private static let readOnce = Android.read
        private static let writeOnce = Android.write
    #else
        private static let readOnce = Darwin.read
        private static let writeOnce = Darwin.write
    #endif

    /// Returns the number of bytes read; 0 at the end, negative with `errno` set on failure.
    static func read(_ file: Int32, _ start: UnsafeMutableRawPointer, _ count: Int) -> Int {
        while true {
            let result = readOnce(file, start, count)
            if result >= 0 || errno != EINTR { return result }
        }
    }

    /// Returns the number of bytes written; negative with `errno` set on failure.
    static func write(_ file: Int32, _ start: UnsafeRawPointer, _ count: Int) -> Int {
        while true {
            let result = writeOnce(file, start, count)
            if result >= 0 || errno != EINTR { return result }
        }
    }

    /// The operating system's description of the last failure.
    static var lastError: String { String(cString: strerror(errno)) }
}
