import SightModelFile
import SightTensor

/// Checks that many operators share. Each error names the node and the wrong value.
extension Preparation {
    /// Throws unless the node has the numbers of inputs and outputs that its operator needs.
    func expect(inputs: ClosedRange<Int>, outputs: Int = 1) throws(ModelError) {
        guard inputs.contains(inputCount) else {
            throw fail("has \(inputCount) inputs, expected \(inputs)")
        }
        guard outputCount == outputs else {
            throw fail("has \(outputCount) outputs, expected \(outputs)")
        }
    }

    /// Throws unless all tensors have the same element type as the first.
    func expectSameType(_ first: TensorSpec, _ others: TensorSpec...) throws(ModelError) {
        for other in others where other.elementType != first.elementType {
            throw fail(
                "\"\(other.name)\" is \(other.elementType), expected \(first.elementType) "
                    + "like \"\(first.name)\"")
        }
    }

    /// Returns the input of an operator with one input and one output of the same element type.
    func inputOfOutputType() throws(ModelError) -> TensorSpec {
        try expect(inputs: 1...1)
        let input = try input(0)
        try expectSameType(input, output(0))
        return input
    }

    /// Throws unless a tensor's rank is in a range.
    func expectRank(_ spec: TensorSpec, _ rank: ClosedRange<Int>) throws(ModelError) {
        guard rank.contains(spec.shape.rank) else {
            throw fail("\"\(spec.name)\" \(spec.shape) has rank \(spec.shape.rank), not \(rank)")
        }
    }

    /// Returns the error for an element type that the operator does not support.
    func unsupported(_ spec: TensorSpec) -> ModelError {
        fail(.unsupported, "element type \(spec.elementType) of \"\(spec.name)\" is not supported")
    }

    /// Returns an axis, counted from the front.
    ///
    /// - Throws: ``ModelError`` with code `invalidNode` if it is outside `-rank ..< rank`.
    func axis(_ axis: Int, rank: Int) throws(ModelError) -> Int {
        guard (-rank..<rank).contains(axis) else {
            throw fail("axis \(axis) is outside rank \(rank)")
        }
        return axis < 0 ? axis + rank : axis
    }

    /// Returns the only integer of a constant input.
    func integer(_ index: Int) throws(ModelError) -> Int {
        let values = try integers(index)
        guard values.count == 1, let value = values.first else {
            throw fail("input \(index) holds \(values.count) numbers, expected one")
        }
        return value
    }

    /// Returns a shape with computed extents.
    ///
    /// - Throws: ``ModelError`` with code `invalidNode` if one is negative or if they overflow.
    func shape(_ extents: [Int]) throws(ModelError) -> Shape {
        guard let shape = Shape(extents) else { throw fail("\(extents) is not a valid shape") }
        return shape
    }

    /// Returns the broadcast of shapes, with its loop.
    func broadcast(_ specs: TensorSpec...) throws(ModelError) -> (loop: NestedLoop, shape: Shape) {
        guard let result = NestedLoop.broadcast(specs.map(\.shape)) else {
            let shapes = specs.map { "\($0.shape)" }.joined(separator: " and ")
            throw fail("\(shapes) do not broadcast")
        }
        return result
    }

    /// Splits elements that are processed in the same way into tasks.
    func split(_ count: Int, cost: Int = 1) -> TaskSplit {
        TaskSplit(count, cost: cost, threads: threadCount)
    }
}
