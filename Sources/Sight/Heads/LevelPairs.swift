/// The output of classes and the output of boxes for each level of a detector.
///
/// Both are `[1, cells, columns]` or `[1, height, width, columns]`.
struct LevelPairs: Sendable {
    /// The positions among the graph's outputs: classes of each level, then boxes of each level.
    let outputs: [Int]
    /// The number of columns of a class output.
    let classColumns: Int
    /// The first output of classes.
    let firstClasses: HeadFacts.Output

    /// Finds a pair for each stride; `nil` when a level lacks one.
    ///
    /// - Parameters:
    ///   - facts: the model.
    ///   - strides: the strides of the levels.
    ///   - boxColumns: the number of columns of each box output.
    init?(_ facts: HeadFacts, strides: [Int], boxColumns: Int) {
        var (classes, boxes): ([HeadFacts.Output], [HeadFacts.Output]) = ([], [])
        for stride in strides {
            let cells = CellGrid.count(facts, strides: [stride])
            let level = facts.outputs.filter { $0.table?.rows == cells }
            guard level.count == 2,
                let box = level.last(where: { $0.table?.columns == boxColumns }),
                let score = level.first(where: { $0.index != box.index })
            else { return nil }
            classes.append(score)
            boxes.append(box)
        }
        let columns = Set(classes.compactMap(\.table?.columns))
        guard columns.count == 1, let count = columns.first, let first = classes.first else {
            return nil
        }
        outputs = (classes + boxes).map(\.index)
        classColumns = count
        firstClasses = first
    }
}
