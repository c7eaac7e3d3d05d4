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
    /// A file's bytes as the system maps them: read when they are touched, shared by all processes.
    ///
    /// As with `AlignedStorage`, bytes past the end may be read: those of the last page, and of one
    /// more, are zero.
    final class FileMapping: Sendable {
        /// First byte, at the start of a page; the memory is read-only.
        nonisolated(unsafe) let start: UnsafeRawPointer
        /// Bytes of the file.
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
            // Zeros first, a page more than the file takes; then the file over them.
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

        /// All pages at once where the system can: all weights are about to be read.
        ///
        /// Those of very large files might not fit.
        private static func eager(_ byteCount: Int) -> Int32 {
            #if os(Linux)
                byteCount <= ModelBytes.maximumByteCount ? MAP_POPULATE : 0
            #else
                0
            #endif
        }

        /// What the system says about its last refusal.
        private static func failure(_ path: String) -> ModelError {
            ModelError(.unreadable, "\(path) cannot be read: \(String(cString: strerror(errno)))")
        }
    }
#endif
