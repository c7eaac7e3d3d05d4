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
        /// - Throws: `unwritable`; the message begins with the path.
        init(_ path: String) throws(VideoError) {
            self.path = try Self.target(of: path)
            let file = try? FileManager.default.attributesOfItem(atPath: self.path)
            guard file == nil || file?[.type] as? FileAttributeType == .typeRegular else {
                throw VideoError(.unwritable, "\(path): it is not a regular file")
            }
            permissions = (file?[.posixPermissions] as? Int).flatMap { mode_t(exactly: $0 & 0o777) }
            temporary = "\(self.path).\(getpid())-\(UInt32.random(in: 0 ... .max)).partial"
        }

        private static func target(of path: String) throws(VideoError) -> String {
            var file = path
            for _ in 0..<SymbolicLink.limit {
                switch SymbolicLink.target(of: file) {
                case .none: return file
                case .path(let next): file = next
                case .unreadable:
                    throw VideoError(
                        .unwritable, "\(path): it leads to a file whose name is not UTF-8")
                }
            }
            throw VideoError(.unwritable, "\(path): it leads to itself")
        }

        /// Makes the temporary file, empty, with the permissions of the file that it replaces.
        ///
        /// - Throws: `unwritable`; the message begins with the path of the destination.
        func create() throws(VideoError) {
            let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC
            let file = open(temporary, flags, permissions ?? 0o666)
            guard file >= 0 else {
                let reason = String(cString: strerror(errno))
                throw VideoError(.unwritable, "\(path): \(reason)")
            }
            close(file)
            restrict()
        }

        /// Gives the temporary file, which exists, the permissions of the file that it replaces.
        func restrict() {
            // A file system without permissions refuses.
            if let permissions { _ = chmod(temporary, permissions) }
        }

        /// Renames the temporary file.
        ///
        /// - Throws: `unwritable`; the temporary file is deleted then.
        func publish() throws(VideoError) {
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
