import SightModelFile
import SightTensor

/// Checks that many operators share; each error names the value and the place.
extension Preparation {
    /// Fails unless the node has as many inputs and outputs as its operator takes.
    func expect(inputs: ClosedRange<Int>, outputs: Int = 1) throws(ModelError) {
        guard inputs.contains(inputCount) else {
            throw fail("has \(inputCount) inputs, expected \(inputs)")
        }
        guard outputCount == outputs else {
            throw fail("has \(outputCount) outputs, expected \(outputs)")
        }
    }

    /// Fails unless all tensors have the element type of the first.
    func expectSameType(_ first: TensorSpec, _ others: TensorSpec...) throws(ModelError) {
        for other in others where other.elementType != first.elementType {
            throw fail(
                "\"\(other.name)\" is \(other.elementType), expected \(first.elementType) "
                    + "like \"\(first.name)\"")
        }
    }

    /// The input of an operator with one input and one output of the same element type.
    func inputOfOutputType() throws(ModelError) -> TensorSpec {
        try expect(inputs: 1...1)
        let input = try input(0)
        try expectSameType(input, output(0))
        return input
    }

    /// Fails unless a tensor has a rank.
    func expectRank(_ spec: TensorSpec, _ rank: ClosedRange<Int>) throws(ModelError) {
        guard rank.contains(spec.shape.rank) else {
            throw fail("\"\(spec.name)\" \(spec.shape) has rank \(spec.shape.rank), not \(rank)")
        }
    }

    /// A type that the operator does not run.
    func unsupported(_ spec: TensorSpec) -> ModelError {
        fail(.unsupported, "element type \(spec.elementType) of \"\(spec.name)\" is not supported")
    }

    /// An axis counted from the front.
    ///
    /// - Throws: ``ModelError`` with code `invalidNode` outside `-rank ..< rank`.
    func axis(_ axis: Int, rank: Int) throws(ModelError) -> Int {
        guard (-rank..<rank).contains(axis) else {
            throw fail("axis \(axis) is outside rank \(rank)")
        }
        return axis < 0 ? axis + rank : axis
    }

    /// The one integer of a constant input.
    func integer(_ index: Int) throws(ModelError) -> Int {
        let values = try integers(index)
        guard values.count == 1, let value = values.first else {
            throw fail("input \(index) holds \(values.count) numbers, expected one")
        }
        return value
    }

    /// A shape from computed extents.
    ///
    /// - Throws: ``ModelError`` with code `invalidNode` when one is negative or they overflow.
    func shape(_ extents: [Int]) throws(ModelError) -> Shape {
        guard let shape = Shape(extents) else { throw fail("\(extents) is no shape") }
        return shape
    }

    /// The broadcast of shapes, with its loop.
    func broadcast(_ specs: TensorSpec...) throws(ModelError) -> (loop: NestedLoop, shape: Shape) {
        guard let result = NestedLoop.broadcast(specs.map(\.shape)) else {
            let shapes = specs.map { "\($0.shape)" }.joined(separator: " and ")
            throw fail("\(shapes) do not broadcast")
        }
        return result
    }

    /// Splits elements that are all treated alike into tasks.
    func split(_ count: Int, cost: Int = 1) -> TaskSplit {
        TaskSplit(count, cost: cost, threads: threadCount)
    }
}
