import Foundation

/// The folders of a host's data.
enum DataFolder {
    /// Makes a folder with mode 0700 and its parents, unless it exists.
    ///
    /// - Throws: ``HostError`` with the path and the reason, for the start of the host; clients
    ///   must not get it.
    static func make(_ path: String) throws {
        var isFolder: ObjCBool = false
        guard !FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
            guard isFolder.boolValue else {
                throw HostError(
                    .conflict, "\(path) is a file, and the host needs a folder there")
            }
            return
        }
        do {
            try FileManager.default.createDirectory(
                atPath: path, withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700])
        } catch {
            // As a text, the error itself is a list of keys and values.
            let cause = (error as NSError).userInfo[NSUnderlyingErrorKey] as? any Error
            throw HostError(
                .init(code: 507),
                "the folder \(path) cannot be made: \((cause ?? error).localizedDescription)")
        }
    }
}
