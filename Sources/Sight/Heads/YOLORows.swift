/// What the YOLO heads share.
enum YOLORows {
    /// Corners of a box by its middle.
    static func corners(_ x: Float, _ y: Float, _ width: Float, _ height: Float) -> SIMD4<Float> {
        [x - width / 2, y - height / 2, x + width / 2, y + height / 2]
    }

    /// Whether rows of cells have an objectness between box and classes.
    ///
    /// The number of labels decides, then COCO's 80 classes; without either, boxes straight from a
    /// layer are YOLOX's and every other row in cell order counts as YOLOX's, too.
    static func hasObjectness(_ columns: Int, _ output: HeadFacts.Output, _ facts: HeadFacts)
        -> Bool
    {
        if facts.labelCount > 0, facts.labelCount == columns - 5 { return true }
        if facts.labelCount > 0, facts.labelCount == columns - 4 { return false }
        return columns != 84
    }

    /// What coordinates are divided by to become fractions of the input.
    ///
    /// Converters write pixels or fractions. Boxes are spread over the whole input, so the largest
    /// coordinate is near 1 exactly when it is a fraction.
    static func unit(largest: Float, scale: SIMD4<Float>) -> SIMD4<Float> {
        largest > 2 ? scale : .one
    }
}
