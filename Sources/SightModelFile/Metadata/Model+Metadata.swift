extension Model {
    /// Reads the model's TFLite Metadata.
    ///
    /// - Parameter limits: ceilings for sizes.
    /// - Returns: `nil` when the model carries no TFLite Metadata.
    /// - Throws: ``ModelError`` with code `invalidMetadata`; its cause is the damage, if the
    ///   metadata or the archive of associated files is broken.
    package func metadata(limits: ModelLimits = ModelLimits()) throws(ModelError) -> ModelMetadata?
    {
        guard let range = metadata["TFLITE_METADATA"] else { return nil }
        do throws(ModelError) {
            // The parser gets a copy, so that no offset can point into the rest of the file.
            let bytes = try ModelBytes(self.bytes.slice(range))
            return try MetadataReader.read(
                bytes, archive: FileArchive(appendedTo: self.bytes), limits: limits)
        } catch {
            guard error.code != .invalidMetadata else { throw error }
            throw ModelError(
                .invalidMetadata, "the model's metadata is damaged: \(error.message)",
                detail: error.detail, cause: error)
        }
    }

    /// The oldest version of TensorFlow Lite that runs the model, such as `1.14.0`; `nil` if the
    /// converter did not store it.
    package var minimumRuntimeVersion: String? {
        guard let range = metadata["min_runtime_version"], let text = try? bytes.text(range)
        else { return nil }
        return text.split(separator: "\0", omittingEmptySubsequences: true).first.map(String.init)
    }
}
