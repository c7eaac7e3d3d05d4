#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#else
    import Darwin
#endif

/// Follows symbolic links, also to files that do not exist.
///
/// Paths stay as they are written, because the system follows a link before a `..` behind it.
enum SymbolicLink {
    /// The number of links that Linux follows.
    static let limit = 40

    /// The end of one link.
    enum Target {
        /// The path is not a link.
        case none
        /// The link leads to this path.
        case path(String)
        /// The name of the link's target is not UTF-8.
        case unreadable
    }

    /// Follows one link.
    static func target(of path: String) -> Target {
        var link = [CChar](repeating: 0, count: Int(PATH_MAX))
        let length = readlink(path, &link, link.count)
        guard length > 0 else { return .none }
        let bytes = link.prefix(length).map { UInt8(bitPattern: $0) }
        let next = String(decoding: bytes, as: UTF8.self)
        guard next.utf8.elementsEqual(bytes) else { return .unreadable }
        let folder = path.lastIndex(of: "/").map { path[...$0] } ?? ""
        return .path(next.hasPrefix("/") ? next : folder + next)
    }
}
