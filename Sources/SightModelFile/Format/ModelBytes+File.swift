#if os(Windows)
    import Foundation
#endif

extension ModelBytes {
    /// Maps a whole file.
    ///
    /// A process that shortens a file while it is mapped ends this one. Replace a model file with
    /// `rename` instead of writing into it.
    ///
    /// - Throws: ``ModelError`` with codes `unreadable` (missing, a folder, not permitted),
    ///   `notAModel` (empty, or a folder of Core ML) and `tooLarge`.
    package convenience init(contentsOf path: String) throws(ModelError) {
        if let folder = ForeignModel(path: path) {
            throw ModelError(.notAModel, "\(path): \(folder.advice)")
        }
        #if os(Windows)
            guard let data = FileManager.default.contents(atPath: path) else {
                throw ModelError(.unreadable, "\(path) cannot be read")
            }
            guard !data.isEmpty else { throw ModelError(.notAModel, "\(path) is empty") }
            try self.init(data)
        #else
            self.init(try FileMapping(path: path, limit: Self.maximumMappedByteCount))
        #endif
    }
}
