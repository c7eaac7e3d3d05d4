package import SightImage

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#else
    import Darwin
#endif

/// Writes whole files.
package enum FileWriter {
    /// Writes a file so that readers see either the old content or the new content, never a part.
    ///
    /// The bytes go to a temporary file in the same folder, which gets the permissions of the file
    /// that it replaces, if any, and is then renamed. Devices, pipes
    /// and symbolic links stay what they are: they are opened, and what they lead to is written
    /// directly. `/dev/stdout` is such a link.
    ///
    /// - Throws: `unwritable` with the reason of the operating system; no temporary file is left.
    package static func write(_ bytes: [UInt8], to path: String) throws(ImageError) {
        var status = stat()
        var permissions: mode_t?
        if lstat(path, &status) == 0 {
            let kind = status.st_mode & S_IFMT
            guard kind != S_IFDIR else { throw ImageError(.unwritable, "it is a folder") }
            permissions = status.st_mode & 0o777
            guard kind == S_IFREG else {
                let flags = O_WRONLY | O_CREAT | O_TRUNC | O_NOCTTY | O_CLOEXEC
                return try write(bytes, open: path, flags: flags)
            }
        }
        let temporary = "\(path).\(getpid())-\(UInt32.random(in: 0 ... .max)).partial"
        do throws(ImageError) {
            try write(
                bytes, open: temporary, flags: O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC,
                permissions: permissions)
            guard rename(temporary, path) == 0 else { throw unwritable() }
        } catch {
            unlink(temporary)
            throw error
        }
    }

    private static func write(
        _ bytes: [UInt8], open path: String, flags: Int32, permissions: mode_t? = nil
    ) throws(ImageError) {
        let file = open(path, flags, permissions ?? 0o666)
        guard file >= 0 else { throw unwritable() }
        // The mask of the process may have removed some. A file system without permissions refuses.
        if let permissions { _ = fchmod(file, permissions) }
        var failure: ImageError?
        bytes.withUnsafeBytes { buffer in
            var left = buffer[...]
            while failure == nil, let start = UnsafeRawBufferPointer(rebasing: left).baseAddress,
                !left.isEmpty
            {
                let count = SystemCalls.write(file, start, left.count)
                if count < 0 { failure = unwritable() }
                left = left.dropFirst(max(0, count))
            }
        }
        // Pipes and devices cannot be flushed to a disk (EINVAL); this is not a failure.
        if failure == nil, fsync(file) != 0, errno != EINVAL, errno != ENOTSUP {
            failure = unwritable()
        }
        if close(file) != 0, failure == nil { failure = unwritable() }
        if let failure { throw failure }
    }

    private static func unwritable() -> ImageError {
        ImageError(.unwritable, "cannot be written: \(SystemCalls.lastError)")
    }
}
