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
    /// - Parameters:
    ///   - path: the path of the file.
    ///   - maximumBytes: the largest size that is read.
    ///   - mayWait: whether the file may be a pipe or a device, whose bytes may never come.
    /// - Returns: the bytes.
    /// - Throws: `unreadable` with the reason of the operating system, `tooLarge`.
    static func read(_ path: String, maximumBytes: Int, mayWait: Bool) throws(ImageError)
        -> [UInt8]
    {
        // The system would read the file whose name ends before the character.
        guard !path.utf8.contains(0) else {
            throw ImageError(.unreadable, "a path has no character 0")
        }
        // The flag has no effect on regular files; without it, a pipe would wait for a writer.
        let file = open(path, O_RDONLY | O_CLOEXEC | (mayWait ? 0 : O_NONBLOCK))
        guard file >= 0 else { throw unreadable() }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0 else { throw unreadable() }
        guard status.st_mode & S_IFMT != S_IFDIR else {
            throw ImageError(.unreadable, "it is a folder, not an image")
        }
        guard mayWait || status.st_mode & S_IFMT == S_IFREG else {
            throw ImageError(
                .unreadable,
                "it is not a regular file, and its bytes may never come: decode it with "
                    + "ImageDecoder on a thread that may block")
        }
        // The system's size of the file is only a hint: a pipe has no size, and a file may grow.
        // The buffer holds one byte more than that size, so it need not grow for the last read,
        // which returns no bytes.
        let maximumBytes = max(0, maximumBytes)
        let expected = min(max(0, Int(status.st_size)), maximumBytes)
        var bytes = [UInt8](repeating: 0, count: expected + 1)
        var filled = 0
        while true {
            if filled == bytes.count { bytes += repeatElement(0, count: 64 << 10) }
            let count = bytes.withUnsafeMutableBytes { buffer in
                buffer.baseAddress.map {
                    SystemCalls.read(file, $0 + filled, buffer.count - filled)
                } ?? -1
            }
            guard count >= 0 else { throw unreadable() }
            filled += count
            guard filled <= maximumBytes else {
                throw ImageError(.tooLarge, "more than \(maximumBytes) bytes")
            }
            guard count > 0 else {
                bytes.removeLast(bytes.count - filled)
                return bytes
            }
        }
    }

    private static func unreadable() -> ImageError {
        ImageError(.unreadable, "cannot be read: \(SystemCalls.lastError)")
    }
}
