import Foundation

/// The name of a hosted model, such as `bird_classifier`.
///
/// Names are case-sensitive. Two spellings of the same Unicode text are equal.
public struct ModelID: Hashable, Sendable, CustomStringConvertible {
    /// The name in Unicode's composed form.
    public let name: String

    /// The largest length of a name, in UTF-8 bytes.
    public static let maximumLength = 128

    /// Creates a name.
    ///
    /// - Throws: ``ModelDeliveryError`` with the code `emptyModelName`, or `invalidArgument` for a
    ///   name with more than 128 bytes or with control characters.
    public init(_ name: String) throws(ModelDeliveryError) {
        let name = name.precomposedStringWithCanonicalMapping
        guard !name.isEmpty else {
            throw ModelDeliveryError(.emptyModelName, "the model's name is empty")
        }
        guard name.utf8.count <= Self.maximumLength else {
            throw ModelDeliveryError(
                .invalidArgument,
                "the model's name has \(name.utf8.count) bytes, the limit is \(Self.maximumLength)")
        }
        guard !name.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
        else {
            throw ModelDeliveryError(
                .invalidArgument,
                "the model's name has control characters: \(name.debugDescription)"
            )
        }
        self.name = name
    }

    /// The name.
    public var description: String { name }

    /// A name for a folder, which is valid on all systems and differs for every model, even if file
    /// names ignore case: the plain characters of the name, then the first half of its SHA-256.
    package var folderName: String { Self.folderName(of: name) }

    /// Returns the name of the folder for a text of any length.
    static func folderName(of name: String) -> String {
        let harmless = name.lowercased().unicodeScalars.filter { scalar in
            ("a"..."z").contains(scalar) || ("0"..."9").contains(scalar) || scalar == "_"
        }
        let digest = ModelDigest(of: Array(name.utf8)).hexadecimal.prefix(32)
        return String(String.UnicodeScalarView(harmless.prefix(32))) + "-" + digest
    }
}
