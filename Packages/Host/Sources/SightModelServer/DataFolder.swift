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

    /// Whether there is a file at a path, not a folder or a link.
    static func isFile(_ path: String) -> Bool {
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        return attributes?[.type] as? FileAttributeType == .typeRegular
    }

    /// The permissions of a folder, as `0777`, if others than its owner can write to it.
    static func openMode(_ path: String) -> String? {
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        guard let mode = (attributes?[.posixPermissions] as? NSNumber)?.intValue,
            mode & 0o022 != 0
        else { return nil }
        return "0" + String(mode & 0o777, radix: 8)
    }
}
