import Foundation

/// The identity of a file, which is equal for all paths that lead to the file.
///
/// Other spellings, symbolic links and hard links lead to the same file. A file that does not exist
/// is identified by the closest folder that exists, and by its name there.
package struct FileIdentity: Hashable, Sendable {
    /// The largest number of names and links that a path is followed for; links may form a circle.
    private static let maximumSteps = 64

    private let device: UInt64
    private let number: UInt64
    /// The names in the path that do not exist, the last one first.
    private let missingNames: [String]

    /// Finds the file of a path.
    ///
    /// - Returns: `nil` for `-`, which is not a file, and for terminals and devices such as
    ///   `/dev/null`, which keep nothing that could be overwritten.
    package init?(_ path: String) {
        guard path != "-" else { return nil }
        var (path, missingNames) = (path, [String]())
        for _ in 0..<Self.maximumSteps {
            var status = stat()
            guard stat(path, &status) != 0 else {
                self.init(status, missingNames)
                return
            }
            let (folder, name) = FilePath.parts(of: path)
            if let target = try? FileManager.default.destinationOfSymbolicLink(atPath: path) {
                path = target.hasPrefix("/") ? target : "\(folder)/\(target)"
            } else {
                missingNames.append(name)
                path = folder
            }
        }
        return nil
    }

    /// Finds the file that is open under a descriptor; `nil` for terminals and devices.
    package init?(descriptor: Int32) {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return nil }
        self.init(status, [])
    }

    private init?(_ status: stat, _ missingNames: [String]) {
        guard status.st_mode & S_IFMT != S_IFCHR else { return nil }
        device = UInt64(truncatingIfNeeded: status.st_dev)
        number = UInt64(truncatingIfNeeded: status.st_ino)
        self.missingNames = missingNames
    }

    /// Returns whether two paths are equal or lead to the same file.
    package static func isSame(_ one: String, _ other: String) -> Bool {
        if one == other { return true }
        guard let one = FileIdentity(one) else { return false }
        return one == FileIdentity(other)
    }
}
