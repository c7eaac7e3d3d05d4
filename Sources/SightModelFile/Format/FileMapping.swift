import SightTensor

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#endif

#if !os(Windows)
    /// A file that the system maps into memory: pages are read when they are first touched, and all
    /// processes that map the file share them.
    ///
    /// As with `AlignedStorage`, bytes past the end may be read: the rest of the last page, and one
    /// more page, are zero.
    final class FileMapping: Sendable {
        /// The first byte, at the start of a page; the memory is read-only.
        nonisolated(unsafe) let start: UnsafeRawPointer
        /// The size of the file in bytes.
        let byteCount: Int
        nonisolated(unsafe) private let region: UnsafeMutableRawPointer
        private let regionByteCount: Int

        /// Maps a whole file.
        ///
        /// - Throws: ``ModelError`` with codes `unreadable`, `notAModel` (empty) and `tooLarge`.
        init(path: String, limit: Int) throws(ModelError) {
            // Opening a pipe would block until its other end is opened.
            let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
            guard file >= 0 else { throw Self.failure(path) }
            defer { close(file) }
            var status = stat()
            guard fstat(file, &status) == 0 else { throw Self.failure(path) }
            guard status.st_mode & S_IFMT == S_IFREG else {
                throw ModelError(.unreadable, "\(path) is not a regular file")
            }
            let size = Int(status.st_size)
            guard size > 0 else { throw ModelError(.notAModel, "\(path) is empty") }
            guard size <= limit else {
                throw ModelError(.tooLarge, "\(path) has \(size) bytes, the limit is \(limit)")
            }
            // Reserve a zeroed region that is a page larger than the file, then map the file over
            // its start.
            let total = size + max(AlignedStorage.padding, Int(getpagesize()))
            let nothing = MAP_PRIVATE | MAP_ANONYMOUS
            guard let region = mmap(nil, total, PROT_READ, nothing, -1, 0), region != MAP_FAILED
            else { throw Self.failure(path) }
            guard
                mmap(region, size, PROT_READ, MAP_PRIVATE | MAP_FIXED | Self.eager(size), file, 0)
                    != MAP_FAILED
            else {
                let failure = Self.failure(path)
                munmap(region, total)
                throw failure
            }
            self.region = region
            regionByteCount = total
            start = UnsafeRawPointer(region)
            byteCount = size
        }

        deinit { munmap(region, regionByteCount) }

        /// Returns the flag that reads all pages at once, because all weights will be needed.
        ///
        /// Very large files might not fit into memory, so their pages are read one by one.
        private static func eager(_ byteCount: Int) -> Int32 {
            #if os(Linux)
                byteCount <= ModelBytes.maximumByteCount ? MAP_POPULATE : 0
            #else
                0
            #endif
        }

        /// Returns the system's last error as a ``ModelError``.
        private static func failure(_ path: String) -> ModelError {
            let number = errno
            let reason: ModelFailure? =
                switch number {
                case ENOENT: .missingFile(path: path)
                case EACCES, EPERM: .forbiddenFile(path: path)
                default: nil
                }
            return ModelError(
                .unreadable, "\(path) cannot be read: \(String(cString: strerror(number)))",
                detail: reason)
        }
    }
#endif
