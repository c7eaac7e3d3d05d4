/// The names of a model's classes, by class index.
///
/// Lines may be empty or placeholders such as `???`; such a line still counts as a class.
///
/// - Source: TensorFlow Lite Task Library, label files.
package struct LabelMap: Hashable, Sendable {
    /// One name for each class: an identifier or a word.
    package let names: [String]
    /// One name for each class to show to people; `nil` when the model has none in the requested
    /// language.
    package let displayNames: [String]?

    /// The largest number of classes of one file; the largest published models name about 100,000.
    private static let countLimit = 1 << 20

    /// Number of classes.
    package var count: Int { names.count }

    /// Reads label files in UTF-8 with one class on each line.
    ///
    /// - Throws: ``ModelError`` with code `invalidMetadata` when the files have different lengths,
    ///   `tooLarge` for more than a million lines.
    package init(names: [UInt8], displayNames: [UInt8]? = nil) throws(ModelError) {
        self.names = try Self.lines(names)
        self.displayNames = try displayNames.map(Self.lines)
        if let shown = self.displayNames, shown.count != self.names.count {
            throw ModelError(
                .invalidMetadata,
                "the label files have \(self.names.count) and \(shown.count) lines, "
                    + "expected as many",
                detail: .metadata(
                    .labelLineCount(names: self.names.count, displayNames: shown.count)))
        }
    }

    /// Returns the text to show for a class; `nil` outside the map.
    package func text(of classIndex: Int) -> String? {
        let texts = displayNames ?? names
        return texts.indices.contains(classIndex) ? texts[classIndex] : nil
    }

    /// The mark at the start of UTF-8 files of some editors.
    private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    /// Splits a file at line feeds, and drops the empty line at the end of most files.
    ///
    /// A byte order mark is not part of the first name, and a carriage return at the end of a line
    /// is not part of that line's name. The function splits bytes because a carriage return and a
    /// line feed are one `Character`.
    private static func lines(_ bytes: [UInt8]) throws(ModelError) -> [String] {
        let count = bytes.count { $0 == UInt8(ascii: "\n") }
        guard count <= countLimit else {
            throw ModelError(
                .tooLarge, "a label file of \(count) lines, the limit is \(countLimit)")
        }
        let text = bytes.dropFirst(bytes.starts(with: byteOrderMark) ? byteOrderMark.count : 0)
        var lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        if lines.last?.isEmpty == true { lines.removeLast() }
        return lines.map { line in
            let name = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
            return String(decoding: name, as: UTF8.self)
        }
    }
}
