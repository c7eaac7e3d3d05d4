import Sight

extension ModelChoice {
    /// Returns the classifier; `nil` when the localizer's own labels are the coarse categories.
    ///
    /// The default one is shared by all detectors, the others are loaded.
    ///
    /// - Throws: `modelNotDownloaded`, `modelNotFound`, `incompatibleModel`.
    func classifier(_ options: ClassifierOptions) throws(DropInError) -> Classifier? {
        switch self {
        case .coarse:
            return try DefaultModelRegistry.classifier()
        case .file(let path):
            return try Self.load { () throws(DetectionError) in
                try Classifier(ModelFile(path: path), options: options)
            }
        case .manifest(let path):
            return try Self.load { () throws(DetectionError) in
                try Classifier(manifestPath: path, options: options)
            }
        case .remote(let reference):
            guard let path = HostedModels.path(of: reference) else {
                throw DropInError(
                    .modelNotDownloaded,
                    "the model \"\(reference.name)\" is not downloaded: call download(_:conditions:) "
                        + "of ModelManager and wait for its notification, or use a local model")
            }
            return try Self.load { () throws(DetectionError) in
                try Classifier(ModelFile(path: path), options: options)
            }
        }
    }

    private static func load(_ body: () throws(DetectionError) -> Classifier) throws(DropInError)
        -> Classifier
    {
        do throws(DetectionError) {
            return try body()
        } catch {
            throw DropInError(error, message: error.messageForOptions)
        }
    }
}
