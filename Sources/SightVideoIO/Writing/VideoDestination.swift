#if (Video && canImport(CLibAV)) || canImport(Darwin)
    import Foundation

    #if canImport(Glibc)
        import Glibc
    #elseif canImport(Musl)
        import Musl
    #elseif canImport(Android)
        import Android
    #endif

    /// The temporary file that a writer fills, and the file that it becomes.
    ///
    /// It lies beside the destination, so that a rename makes it visible at once. If the path is a
    /// symbolic link, the destination is what the link leads to, and the link stays.
    struct VideoDestination {
        /// The path of the temporary file.
        let temporary: String
        private let path: String
        /// The permissions of the file that is replaced; `nil` for a new file.
        private let permissions: mode_t?

        /// Checks that the path is free, a regular file's, or a link's to such a path.
        ///
        /// A rename would replace a device or a pipe.
        ///
        /// - Throws: `unwritable`; the message names the path.
        init(_ path: String) throws(VideoError) {
            self.path = Self.target(of: path)
            var status = stat()
            let exists = stat(self.path, &status) == 0
            guard !exists || status.st_mode & S_IFMT == S_IFREG else {
                throw VideoError(.unwritable, "\(path): it is no regular file")
            }
            permissions = exists ? status.st_mode & 0o777 : nil
            temporary = "\(self.path).\(getpid())-\(UInt32.random(in: 0 ... .max)).partial"
        }

        /// Follows symbolic links, also to a file that does not exist yet.
        private static func target(of path: String) -> String {
            var file = URL(fileURLWithPath: path)
            for _ in 0..<40 {  // Linux follows no more.
                var link = [CChar](repeating: 0, count: Int(PATH_MAX))
                let length = readlink(file.path, &link, link.count)
                guard length > 0 else { break }
                let next = String(
                    decoding: link.prefix(length).map { UInt8(bitPattern: $0) }, as: UTF8.self)
                file = URL(fileURLWithPath: next, relativeTo: file.deletingLastPathComponent())
            }
            return file.path
        }

        /// Renames the temporary file, which gets the permissions of the file that it replaces.
        ///
        /// - Throws: `unwritable`; the temporary file is deleted then.
        func publish() throws(VideoError) {
            // A file system without permissions refuses.
            if let permissions { _ = chmod(temporary, permissions) }
            guard rename(temporary, path) == 0 else {
                let reason = String(cString: strerror(errno))
                discard()
                throw VideoError(.unwritable, reason)
            }
        }

        /// Deletes the temporary file.
        func discard() { unlink(temporary) }
    }
#endif
