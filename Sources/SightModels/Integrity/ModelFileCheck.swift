/// The checks that a file has to pass before a store installs it.
public enum ModelFileCheck {
    /// Checks that a file is a complete TensorFlow Lite model.
    ///
    /// - Parameters:
    ///   - path: the path of the file.
    ///   - id: the name of the model, for messages.
    /// - Throws: ``ModelDeliveryError`` with code `notAModel`, or that of a file that cannot be
    ///   read.
    public static func run(_ path: String, of id: ModelID) throws(ModelDeliveryError) {
        let file = try OpenFile(reading: path)
        let size = try file.facts().size
        let prefix = try file.read(at: 0, upTo: ModelSignature.length)
        guard ModelSignature.isModel(prefix: Array(prefix), size: size) else {
            throw ModelDeliveryError(
                .notAModel, "\"\(id)\": the \(size) bytes are not a TensorFlow Lite model")
        }
        var check = try CompletenessCheck(id, path: path, size: size)
        try check.run()
    }
}
