import SightModelFile
import SightTensor

/// A function of one element; a loop over it is compiled for each conforming type.
protocol UnaryFunction: Sendable {
    associatedtype Operand: BitwiseCopyable
    associatedtype Result: BitwiseCopyable
    func apply(_ x: Operand) -> Result

    /// Applies the function to successive elements; functions with a vector kernel replace this
    /// loop.
    func elements(
        _ source: UnsafeMutablePointer<Operand>, _ target: UnsafeMutablePointer<Result>,
        _ count: Int)
}

extension UnaryFunction {
    @inline(__always)
    func elements(
        _ source: UnsafeMutablePointer<Operand>, _ target: UnsafeMutablePointer<Result>,
        _ count: Int
    ) {
        for i in 0..<count { target[i] = apply(source[i]) }
    }
}

/// A run of elements of a ``UnaryFunction``, without the types of the elements.
///
/// Only the closure is compiled for each function. It is in a structure, because the compiler would
/// make a copy of a function for each closure that is an argument of it.
private struct UntypedElements: Sendable {
    /// Gets the addresses of the first elements, and the number of elements.
    typealias Body = @Sendable (UnsafeMutableRawPointer, UnsafeMutableRawPointer, Int) -> Void

    /// The size of an element of the input.
    let operandSize: Int
    /// The size of an element of the output.
    let resultSize: Int
    let body: Body

    func run(
        _ range: Range<Int>, _ source: UnsafeMutableRawPointer, _ target: UnsafeMutableRawPointer
    ) {
        body(
            source + range.lowerBound * operandSize, target + range.lowerBound * resultSize,
            range.count)
    }
}

extension Preparation {
    /// Sets the shape of output 0 to that of input 0, and applies a function to each element.
    func elementwise<Function: UnaryFunction>(_ function: Function) throws(ModelError)
        -> any PreparedOperator
    {
        try elementwise(
            UntypedElements(
                operandSize: MemoryLayout<Function.Operand>.stride,
                resultSize: MemoryLayout<Function.Result>.stride
            ) { source, target, count in
                function.elements(
                    source.assumingMemoryBound(to: Function.Operand.self),
                    target.assumingMemoryBound(to: Function.Result.self), count)
            })
    }

    @inline(never)
    private func elementwise(_ elements: UntypedElements) throws(ModelError)
        -> any PreparedOperator
    {
        let input = try input(0)
        let output = try setOutput(0, shape: input.shape)
        let split = split(input.shape.elementCount)
        return PreparedLoop(tasks: split.taskCount) { task, memory in
            elements.run(split.range(task), memory[input.slot], memory[output.slot])
        }
    }

    /// Sets the shape of output 0 to that of input 0, and maps each byte with a table.
    ///
    /// `function` maps quantized values to quantized values; its results are saturated.
    func lookup(_ function: (Int32) -> Int32) throws(ModelError) -> any PreparedOperator {
        let (input, output) = (try input(0), try output(0))
        guard let table = LookupTable(input.elementType, output.elementType, function) else {
            throw unsupported(input)
        }
        return try lookup(table)
    }

    /// Sets the shape of output 0 to that of input 0, and replaces each byte by one of 256 results.
    func lookup(_ results: [UInt8]) throws(ModelError) -> any PreparedOperator {
        try lookup(LookupTable(results))
    }

    /// Sets the shape of output 0 to that of input 0, and maps each byte with a table.
    private func lookup(_ table: LookupTable) throws(ModelError) -> any PreparedOperator {
        let input = try input(0)
        let output = try setOutput(0, shape: input.shape)
        let split = split(input.shape.elementCount)
        return PreparedLoop(tasks: split.taskCount) { task, memory in
            let range = split.range(task)
            table.map(
                memory.elements(input.slot) + range.lowerBound,
                to: memory.elements(output.slot) + range.lowerBound, count: range.count)
        }
    }

    /// Maps quantized bytes with a table of a real function, rounded once, ties away from 0.
    ///
    /// - Source: TensorFlow Lite `LUTPopulate`.
    func lookup(real function: (Float) -> Float) throws(ModelError) -> any PreparedOperator {
        let (from, to) = (try affine(input(0)), try affine(output(0)))
        let inverse = 1 / to.scale
        return try lookup { value in
            let result = function(from.scale * Float(value - from.zeroPoint))
            let steps = (result * inverse).rounded(.toNearestOrAwayFromZero)
            return Int32(saturating: steps + Float(to.zeroPoint))
        }
    }
}
