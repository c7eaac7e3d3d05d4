public import SightGeometry

/// The boxes of one object as text: a line `left top width height` in pixels for each frame.
///
/// Columns are separated by commas, semicolons, spaces or tabs. Blank lines, lines that start with
/// `#` and a byte order mark are skipped, as in ``MOTText``. A line with `NaN` gives an empty box;
/// OTB and VOT write such lines for frames without the object.
public enum BoxText {
    private static let columnCount = 4

    /// Reads the boxes of a text.
    ///
    /// - Throws: `malformedText`, naming the line, the column and the bad value.
    public static func boxes(of text: String) throws(EvaluationError) -> [Rect<Upright>] {
        var boxes: [Rect<Upright>] = []
        try text[...].forEachRow(columns: columnCount + 1) {
            columns, line throws(EvaluationError) in
            boxes.append(try box(of: columns, line: line))
        }
        return boxes
    }

    private static func box(
        of columns: [Substring], line: Int
    ) throws(EvaluationError) -> Rect<Upright> {
        guard columns.count == columnCount else {
            let found =
                columns.count > columnCount ? "more than \(columnCount)" : "\(columns.count)"
            throw .malformed(
                line,
                "there are \(found) columns: give four numbers, left, top, width and height")
        }
        var numbers: [Float] = []
        for (index, column) in columns.enumerated() {
            guard let number = Float(column) else {
                throw .malformed(
                    line, "column \(index + 1) is \"\(column.prefix(40))\", not a number")
            }
            numbers.append(number)
        }
        let box = Rect<Upright>(
            x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
        return box.isFinite ? box : Rect(x: 0, y: 0, width: 0, height: 0)
    }
}
