import SightImage

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#else
    import Darwin
#endif

/// Reads whole files.
enum FileReader {
    /// Reads all bytes of a file.
    ///
    /// - Throws: `unreadable` with the reason of the operating system, `tooLarge`.
    static func read(_ path: String, maximumBytes: Int) throws(ImageError) -> [UInt8] {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw unreadable() }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0 else { throw unreadable() }
        guard status.st_mode & S_IFMT != S_IFDIR else {
            throw ImageError(.unreadable, "it is a folder, not an image")
        }
        // The size is only a hint: a pipe has none, and a file may grow.
        let expected = min(max(0, Int(status.st_size)), maximumBytes)
        var bytes: [UInt8] = []
        var room = expected + 1
        while true {
            guard bytes.count <= maximumBytes else {
                throw ImageError(.tooLarge, "more than \(maximumBytes) bytes")
            }
            let old = bytes.count
            bytes.append(contentsOf: repeatElement(0, count: room))
            let count = bytes.withUnsafeMutableBytes { buffer in
                buffer.baseAddress.map { SystemCalls.read(file, $0 + old, room) } ?? -1
            }
            guard count >= 0 else { throw unreadable() }
            bytes.removeLast(room - count)
            guard count > 0 else { return bytes }
            room = 64 << 10
        }
    }

    private static func unreadable() -> ImageError {
        ImageError(.unreadable, "cannot be read: \(SystemCalls.lastError)")
    }
}
