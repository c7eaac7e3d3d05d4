import Foundation

/// Folder operations whose effects survive a loss of power after they return.
package enum DurableFolder {
    /// Makes a folder with mode 0700, and its missing parent folders.
    package static func make(_ path: String) throws(ModelDeliveryError) {
        let parent = folder(of: path)
        if mkdir(path, 0o700) == 0 { return try sync(parent) }
        guard errno != EEXIST else { return }
        guard errno == ENOENT, parent != ".", parent != path else {
            throw FileFailure.error("mkdir", path)
        }
        try make(parent)
        guard mkdir(path, 0o700) == 0 || errno == EEXIST else {
            throw FileFailure.error("mkdir", path)
        }
        try sync(parent)
    }

    /// Replaces a file by another in one step: readers see the old file or the new one, never a
    /// mix.
    package static func move(_ path: String, to target: String) throws(ModelDeliveryError) {
        guard rename(path, target) == 0 else { throw FileFailure.error("rename", path) }
        try sync(folder(of: target))
    }

    /// Writes a small file with mode 0600; after a failure the old content is still there, and no
    /// other file is left.
    package static func write(_ bytes: [UInt8], to path: String) throws(ModelDeliveryError) {
        let temporary = path + ".new"
        do throws(ModelDeliveryError) {
            let file = try OpenFile(replacing: temporary)
            let slice = bytes[...]  // The span of an array needs iOS 26.
            try file.write(slice.span.bytes)
            try file.sync()
            try move(temporary, to: path)
        } catch {
            unlink(temporary)
            throw error
        }
    }

    /// Removes a file; does nothing if there is no such file.
    package static func remove(_ path: String) throws(ModelDeliveryError) {
        guard unlink(path) == 0 else {
            guard errno == ENOENT else { throw FileFailure.error("unlink", path) }
            return
        }
        try sync(folder(of: path))
    }

    /// Returns the folder that a path is in.
    private static func folder(of path: String) -> String {
        let folder = (path as NSString).deletingLastPathComponent
        return folder.isEmpty ? "." : folder
    }

    /// Waits until the folder's entries are on the disk.
    package static func sync(_ path: String) throws(ModelDeliveryError) {
        try OpenFile(folder: path).sync()
    }

    /// Returns the names in a folder; empty if there is no such folder.
    package static func names(in path: String) -> [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    }

    /// Returns the bytes that an unprivileged user may still write; `nil` when unknown.
    package static func availableSpace(_ path: String) -> Int? {
        var status = statvfs()
        guard statvfs(path, &status) == 0 else { return nil }
        let (bytes, overflow) = UInt64(status.f_bavail).multipliedReportingOverflow(
            by: UInt64(status.f_frsize))
        return overflow ? nil : Int(exactly: bytes)
    }
}
