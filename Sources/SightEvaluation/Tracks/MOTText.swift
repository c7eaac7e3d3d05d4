import SightGeometry

/// Boxes as text, in the format of MOTChallenge: `frame,id,left,top,width,height,score,class,…`.
///
/// A line has six or more columns, separated by commas, semicolons, spaces or tabs; none of the
/// first ten may be empty. Blank lines, lines that start with `#` and a byte order mark are
/// skipped; any line ending is accepted. A line with eight or nine columns has a class; a line with
/// ten columns has a position in the world instead, as in MOT15. A class below 1 means that there
/// is none.
///
/// - Source: Leal-Taixé et al., "MOTChallenge 2015", 2015; Milan et al., "MOT16", 2016.
public enum MOTText {
    /// The greatest frame number that a text may contain.
    ///
    /// Without a limit, a typing error could make a loop of billions of frames.
    public static let latestFrame = 10_000_000

    /// Reads the rows of a text.
    ///
    /// - Throws: `malformedText`, naming the line, the column and the bad value.
    public static func rows(of text: String) throws(EvaluationError) -> [MOTRow] {
        var rows: [MOTRow] = []
        // Nothing reads the columns after the tenth, so they need no list.
        try text[...].forEachRow(columns: 10) { columns, line throws(EvaluationError) in
            rows.append(try row(of: columns, line: line))
        }
        return rows
    }

    /// Writes a row as a line of ten columns without a line ending: boxes with two decimals, the
    /// score with four, and no class.
    public static func line(of row: MOTRow) -> String {
        let numbers = [row.box.x, row.box.y, row.box.width, row.box.height].map { decimal($0, 2) }
        return "\(row.frame),\(row.id),\(numbers.joined(separator: ",")),"
            + "\(decimal(row.score, 4)),-1,-1,-1"
    }

    /// Returns a number with a fixed count of decimals; 0 for NaN, infinity and numbers that are
    /// too large.
    private static func decimal(_ value: Float, _ digits: Int) -> String {
        let scale = digits == 2 ? 100.0 : 10_000
        guard let units = Int(exactly: (Double(value) * scale).rounded()) else { return "0" }
        let fraction = String(units.magnitude % UInt(scale))
        let zeros = String(repeating: "0", count: digits - fraction.count)
        return "\(units < 0 ? "-" : "")\(units.magnitude / UInt(scale)).\(zeros)\(fraction)"
    }

    private static func row(
        of columns: [Substring], line: Int
    ) throws(EvaluationError) -> MOTRow {
        guard columns.count >= 6 else {
            throw .malformed(line, "there are \(columns.count) columns, a box needs at least 6")
        }
        var numbers: [Double] = []
        for (index, column) in columns.prefix(8).enumerated() {
            guard let number = Double(column), number.isFinite else {
                throw .malformed(
                    line, "column \(index + 1) is \"\(column.prefix(40))\", not a number")
            }
            numbers.append(number)
        }
        guard let frame = Int(exactly: numbers[0]), (1...latestFrame).contains(frame) else {
            throw .malformed(line, "frame \(columns[0].prefix(40)) is not in 1…\(latestFrame)")
        }
        guard let id = Int(exactly: numbers[1]) else {
            throw .malformed(line, "identity \(columns[1].prefix(40)) is not a whole number")
        }
        let box = Rect<Upright>(
            x: Float(numbers[2]), y: Float(numbers[3]), width: Float(numbers[4]),
            height: Float(numbers[5]))
        guard box.isFinite else {
            throw .malformed(line, "the box \(numbers[2...5]) has numbers that are too large")
        }
        let hasClass = columns.count == 8 || columns.count == 9
        let classIndex = hasClass ? Int(exactly: numbers[7]) : nil
        return MOTRow(
            frame: frame, id: id, box: box, score: numbers.count > 6 ? Float(numbers[6]) : 1,
            classIndex: classIndex.flatMap { $0 >= 1 ? $0 : nil })
    }
}
