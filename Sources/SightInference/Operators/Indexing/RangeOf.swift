import Foundation
import SightModelFile
import SightTensor

/// RANGE: numbers from a start up to a limit with a step; all three are constant.
///
/// int32, int64, float32.
///
/// - Source: TensorFlow Lite `range`.
enum RangeOf: Operator {
    static let code = OperatorCode.builtin(.range)
    static let versions = 1...2

    static func prepare(_ options: OptionsTable, _ node: Preparation) throws(ModelError)
        -> any PreparedOperator
    {
        try node.expect(inputs: 3...3)
        let start = try node.input(0)
        try node.expectSameType(start, node.input(1), node.input(2), node.output(0))
        switch start.elementType {
        case .int32:
            let values = try integers(node, size: 4).map { Int32(truncatingIfNeeded: $0) }
            try node.setConstant(0, shape: node.shape([values.count]), values)
        case .int64:
            let values = try integers(node, size: 8).map { Int64($0) }
            try node.setConstant(0, shape: node.shape([values.count]), values)
        case .float32:
            let values = try floats(node)
            try node.setConstant(0, shape: node.shape([values.count]), values)
        default: throw node.unsupported(start)
        }
        return NoOperation()
    }

    /// The largest number of elements, because a hostile file may request any number.
    private static let limit = 1 << 24

    /// Checks the size of the output before any list of its elements is made.
    private static func check(count: Int, size: Int, _ node: Preparation) throws(ModelError) {
        guard count <= node.limits.tensorByteCount / size else {
            throw node.fail(
                .tooLarge,
                "\(count) numbers need more than \(node.limits.tensorByteCount) bytes")
        }
    }

    private static func integers(_ node: Preparation, size: Int) throws(ModelError)
        -> StrideTo<Int>
    {
        var numbers: [Int] = []
        for index in 0..<3 {
            guard let number = try node.wideIntegers(index).first else {
                throw node.fail("input \(index) is empty")
            }
            numbers.append(number)
        }
        let (start, end, step) = (numbers[0], numbers[1], numbers[2])
        let bound = 1 << 53
        guard step != 0, [start, end, step].allSatisfy({ (-bound...bound).contains($0) }),
            (end - start) / step < limit
        else { throw node.fail("\(start) to \(end) by \(step) is no range") }
        // The quotient is rounded towards zero, and a negative one means no elements.
        try check(count: max(0, (end - start) / step), size: size, node)
        return stride(from: start, to: end, by: step)
    }

    private static func floats(_ node: Preparation) throws(ModelError) -> [Float] {
        var numbers: [Float] = []
        for index in 0..<3 {
            guard let value = try node.values(index).elements(Float.self).first else {
                throw node.fail("input \(index) is empty")
            }
            numbers.append(value)
        }
        let count = ((numbers[1] - numbers[0]) / numbers[2]).rounded(.up)
        guard count.isFinite, count < Float(limit), numbers[2] != 0 else {
            throw node.fail("\(numbers[0]) to \(numbers[1]) by \(numbers[2]) is no range")
        }
        try check(count: Int(max(0, count)), size: 4, node)
        var value = numbers[0]
        return (0..<Int(max(0, count))).map { _ in
            defer { value += numbers[2] }
            return value
        }
    }
}
