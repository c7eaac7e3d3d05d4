/// Splits paths.
package enum FilePath {
    /// Returns the folder and the name of a path, without slashes at its end; the folder is `.` if
    /// the path has none.
    ///
    /// Foundation on Linux ends the program when it looks for the folder of a path of one
    /// character, such as `*`.
    package static func parts(of path: String) -> (folder: String, name: String) {
        let slash = UInt8(ascii: "/")
        var bytes = path.utf8[...]
        while bytes.count > 1, bytes.last == slash { bytes.removeLast() }
        guard let last = bytes.lastIndex(of: slash) else { return (".", text(bytes)) }
        let folder = last == bytes.startIndex ? bytes[...last] : bytes[..<last]
        return (text(folder), text(bytes[bytes.index(after: last)...]))
    }

    private static func text(_ bytes: Substring.UTF8View) -> String { String(Substring(bytes)) }
}
