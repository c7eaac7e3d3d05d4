import Foundation

/// What is at the path of a file.
enum FileLookup: Equatable, Sendable {
    /// A regular file.
    case file(FileStamp)
    /// Nothing, or something other than a regular file.
    case nothing
    /// Something that cannot be read now, with the reason, such as a missing permission, a link
    /// that leads nowhere, or a failure of the disk.
    case unreadable(String)

    /// Looks at a path.
    init(_ path: String) {
        var status = stat()
        if stat(path, &status) == 0 {
            self = status.st_mode & S_IFMT == S_IFREG ? .file(FileStamp(status)) : .nothing
        } else {
            self = Self.problem(path, errno).map { .unreadable($0) } ?? .nothing
        }
    }

    /// Returns the reason why a folder cannot be listed; `nil` if there is no folder.
    static func problem(ofFolder path: String) -> String? {
        guard let folder = opendir(path) else {
            return errno == ENOTDIR ? nil : problem(path, errno)
        }
        closedir(folder)
        return "its entries cannot be read"
    }

    /// Returns the reason for an error of the system; `nil` if nothing has the path's name.
    private static func problem(_ path: String, _ error: Int32) -> String? {
        guard error == ENOENT || error == ENOTDIR else { return String(cString: strerror(error)) }
        // A link that leads nowhere has the error of a missing file, and so has a file behind it.
        let folder = String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
        return isDangling(path) || isDangling(folder) ? "a symbolic link leads nowhere" : nil
    }

    private static func isDangling(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0 && stat(path, &status) != 0
    }
}
