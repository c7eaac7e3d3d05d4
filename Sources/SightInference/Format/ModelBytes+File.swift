import Foundation

extension ModelBytes {
    /// Reads a whole file.
    ///
    /// - Throws: ``ModelError`` with codes `unreadable` (missing, a folder, not permitted),
    ///   `notAModel` (empty) and `tooLarge`.
    package convenience init(contentsOf path: String) throws(ModelError) {
        let data: Data
        do {
            let attributes = try FileManager.default.attributesOfItem(
                atPath: URL(fileURLWithPath: path).resolvingSymlinksInPath().path)
            guard attributes[.type] as? FileAttributeType == .typeRegular else {
                throw ModelError(.unreadable, "\(path) is not a regular file")
            }
            let size = (attributes[.size] as? NSNumber)?.intValue ?? 0
            guard size <= Self.maximumByteCount else {
                throw ModelError(.tooLarge, "\(path) has \(size) bytes, the limit is 2 GiB")
            }
            data = try Data(contentsOf: URL(fileURLWithPath: path), options: .mappedIfSafe)
        } catch let error as ModelError {
            throw error
        } catch {
            throw ModelError(
                .unreadable, "\(path) cannot be read: \(error.localizedDescription)", cause: error)
        }
        guard !data.isEmpty else { throw ModelError(.notAModel, "\(path) is empty") }
        try self.init(data)
    }
}
