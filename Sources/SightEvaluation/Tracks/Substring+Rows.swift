/// The lines and columns of a text with boxes.
extension Substring {
    /// Calls a body for each line that has columns, with its number from 1, and stops at the first
    /// error.
    ///
    /// Blank lines, lines that start with `#` and a byte order mark are skipped; any line ending is
    /// accepted.
    ///
    /// - Parameters:
    ///   - limit: the number of columns that the body gets at most; a line may have more.
    ///   - body: takes the columns of a line and its number.
    /// - Throws: `malformedText` for an empty column, and the errors of the body.
    func forEachRow(
        columns limit: Int, _ body: ([Substring], Int) throws(EvaluationError) -> Void
    ) throws(EvaluationError) {
        let content = first == "\u{FEFF}" ? dropFirst() : self
        try content.forEachLine { line, number throws(EvaluationError) in
            let columns = line.columns(upTo: limit)
            guard let first = columns.first, !first.hasPrefix("#") else { return }
            if let empty = columns.firstIndex(where: \.isEmpty) {
                throw .malformed(
                    number, "column \(empty + 1) is empty: each column needs a number")
            }
            try body(columns, number)
        }
    }

    /// Returns the columns of a line, at most `limit`; what comes after these is not read.
    ///
    /// A comma or a semicolon ends a column, and so do spaces and tabs. Spaces and tabs beside a
    /// comma belong to it, and a comma at the end of the line starts no column. So `1,,3` has an
    /// empty column, and `1  3` and `1, 3,` have none.
    private func columns(upTo limit: Int) -> [Substring] {
        var columns: [Substring] = []
        var rest = utf8.drop(while: Self.isBlank)
        while columns.count < limit, !rest.isEmpty {
            let end =
                rest.firstIndex { Self.isBlank($0) || Self.isComma($0) } ?? rest.endIndex
            columns.append(Substring(rest[..<end]))
            rest = rest[end...].drop(while: Self.isBlank)
            if let next = rest.first, Self.isComma(next) {
                rest = rest.dropFirst().drop(while: Self.isBlank)
            }
        }
        return columns
    }

    private static func isBlank(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
    }

    private static func isComma(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: ",") || byte == UInt8(ascii: ";")
    }
}

extension EvaluationError {
    /// Returns the error of a line that has no valid box.
    static func malformed(_ line: Int, _ reason: String) -> EvaluationError {
        EvaluationError(.malformedText, "line \(line): \(reason)")
    }
}
