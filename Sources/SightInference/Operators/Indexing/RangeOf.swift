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
        case .int32: try setIntegers(Int32.self, node)
        case .int64: try setIntegers(Int64.self, node)
        case .float32: try setFloats(node)
        default: throw node.unsupported(start)
        }
        return NoOperation()
    }

    /// The largest number of elements, because a hostile file may request any number.
    private static let limit = 1 << 24

    /// Checks the size of the output before its memory is allocated.
    private static func check(count: Int, size: Int, _ node: Preparation) throws(ModelError) {
        guard count <= node.limits.tensorByteCount / size else {
            throw node.fail(
                .tooLarge,
                "\(count) numbers need more than \(node.limits.tensorByteCount) bytes")
        }
    }

    private static func setIntegers<Element: FixedWidthInteger & BitwiseCopyable>(
        _: Element.Type, _ node: Preparation
    ) throws(ModelError) {
        var numbers: [Int] = []
        for index in 0..<3 {
            guard let number = try node.wideIntegers(index).first else {
                throw node.fail("input \(index) is empty")
            }
            numbers.append(number)
        }
        let (start, end, step) = (numbers[0], numbers[1], numbers[2])
        let bound = 1 << 53
        guard step != 0, numbers.allSatisfy({ (-bound...bound).contains($0) }) else {
            throw node.fail("\(start) to \(end) by \(step) is not a valid range")
        }
        let distance = end - start
        // The range is empty if the step leads away from the end. Otherwise the number of elements
        // is the distance divided by the step, rounded up.
        let count =
            distance.signum() == step.signum() ? (abs(distance) + abs(step) - 1) / abs(step) : 0
        guard count <= limit else {
            throw node.fail("\(start) to \(end) by \(step) has more than \(limit) numbers")
        }
        try check(count: count, size: MemoryLayout<Element>.size, node)
        try node.setConstant(0, shape: node.shape([count])) { bytes in
            let elements = bytes.assumingMemoryBound(to: Element.self)
            for index in elements.indices {
                elements[index] = Element(truncatingIfNeeded: start &+ index &* step)
            }
        }
    }

    /// Sets the output to sums: each number is the one before plus the step, rounded as in the
    /// reference.
    private static func setFloats(_ node: Preparation) throws(ModelError) {
        var numbers: [Float] = []
        for index in 0..<3 {
            guard let value = try node.values(index).elements(Float.self).first else {
                throw node.fail("input \(index) is empty")
            }
            numbers.append(value)
        }
        let (start, end, step) = (numbers[0], numbers[1], numbers[2])
        let quotient = ((end - start) / step).rounded(.up)
        guard quotient.isFinite, step != 0 else {
            throw node.fail("\(start) to \(end) by \(step) is not a valid range")
        }
        guard quotient < Float(limit) else {
            throw node.fail("\(start) to \(end) by \(step) has more than \(limit) numbers")
        }
        let count = Int(max(0, quotient))
        try check(count: count, size: MemoryLayout<Float>.size, node)
        try node.setConstant(0, shape: node.shape([count])) { bytes in
            let elements = bytes.assumingMemoryBound(to: Float.self)
            var value = start
            for index in elements.indices {
                elements[index] = value
                value += step
            }
        }
    }
}
