import Foundation
import SightModelFile
import SightTensor

/// An operator that fills a shape with random float32 numbers.
///
/// The same seeds give the same numbers in each new execution, and other numbers in each run of it.
/// Seeds of 0 give other numbers each time.
/// - Source: TensorFlow Lite `random_ops`.
protocol RandomOperator: Operator {
    /// Converts four random words to four numbers.
    static func numbers(_ words: SIMD4<UInt32>) -> SIMD4<Float>
}

extension RandomOperator {
    static var versions: ClosedRange<Int> { 1...1 }

    static func prepare(_ options: OptionsTable, _ node: Preparation) throws(ModelError)
        -> any PreparedOperator
    {
        try node.expect(inputs: 1...1)
        let source = try RandomSource(options, node)
        let output = try node.setOutput(0, shape: node.shape(node.integers(0)))
        guard output.elementType == .float32 else { throw node.unsupported(output) }
        let count = output.shape.elementCount
        return PreparedLoop { _, memory in
            let target = memory.elements(output.slot, as: Float.self)
            source.draw(memory) { stream in
                for start in stride(from: 0, to: count, by: 4) {
                    let numbers = numbers(stream.next())
                    for i in start..<min(start + 4, count) { target[i] = numbers[i - start] }
                }
            }
        }
    }
}

/// The seeds of a node and the name of its stream.
struct RandomSource: Sendable {
    private let seeds: (Int64, Int64)
    private let name: RandomStreamName

    init(_ options: OptionsTable, _ node: Preparation) throws(ModelError) {
        // The reference uses only 32 bits of each seed.
        let (first, second) = try RandomOptions(options).seeds
        seeds = (
            Int64(Int32(truncatingIfNeeded: first)), Int64(Int32(truncatingIfNeeded: second))
        )
        name = node.randomStreamName
        node.noteEffects()
    }

    /// Draws words from the node's stream, which continues where the last run stopped.
    func draw(_ memory: borrowing TensorMemory, _ body: (inout RandomStream) -> Void) {
        var stream = memory.resources.stream(name) ?? RandomStream(seeds.0, seeds.1)
        body(&stream)
        memory.resources.keep(name, stream)
    }
}

/// RANDOM_UNIFORM: draws uniformly distributed numbers in 0 ..< 1.
enum RandomUniform: RandomOperator {
    static let code = OperatorCode.builtin(.randomUniform)

    static func numbers(_ words: SIMD4<UInt32>) -> SIMD4<Float> {
        var numbers = SIMD4<Float>.zero
        for i in 0..<4 { numbers[i] = RandomStream.fraction(words[i]) }
        return numbers
    }
}

/// RANDOM_STANDARD_NORMAL: draws normally distributed numbers with mean 0 and deviation 1.
///
/// - Source: Box and Muller, "A Note on the Generation of Random Normal Deviates", 1958.
enum RandomStandardNormal: RandomOperator {
    static let code = OperatorCode.builtin(.randomStandardNormal)

    static func numbers(_ words: SIMD4<UInt32>) -> SIMD4<Float> {
        var numbers = SIMD4<Float>.zero
        for i in stride(from: 0, to: 4, by: 2) {
            // The logarithm of 0 is not finite.
            let length = (-2 * logf(max(RandomStream.fraction(words[i]), 1e-7))).squareRoot()
            let angle = 2 * Float.pi * RandomStream.fraction(words[i + 1])
            (numbers[i], numbers[i + 1]) = (sinf(angle) * length, cosf(angle) * length)
        }
        return numbers
    }
}
