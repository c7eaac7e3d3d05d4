/// A quick check whether a file can be a model, before the engine reads all of it.
package enum ModelSignature {
    /// The number of bytes that the check needs.
    package static let length = 8

    /// Whether the first bytes are those of a TensorFlow Lite FlatBuffer: an offset to the root
    /// table inside the file, then the identifier `TFL3`.
    ///
    /// - Source: FlatBuffers internals, "Encoding example"; the schema's `file_identifier`.
    package static func isModel(prefix: [UInt8], size: Int) -> Bool {
        guard prefix.count >= length, Array(prefix[4..<8]) == Array("TFL3".utf8) else {
            return false
        }
        let root = (0..<4).reduce(0) { $0 | Int(prefix[$1]) << (8 * $1) }
        return root >= length && root <= size - 4
    }
}
