import SightModelFile
import SightTensor

/// An operator of a stage whose results several nodes read, such as the quantization of an input of
/// several layers.
struct SharedWork {
    /// What an operator computes: the same for equal keys.
    struct Key: Hashable {
        /// The entry that has the bytes of the operator's input, and their place in it.
        let root: Int
        let offset: Int
        /// The numbers on which the results depend.
        let parameters: [Int]
    }

    let operation: any PreparedOperator
    /// The slots of the results.
    let results: [Int]
    /// The number of entries of the graph after the operator was prepared.
    let entryCount: Int
}

extension Preparation {
    /// Returns an operator that reads an input and runs before this node.
    ///
    /// It is the operator of an earlier node if that node has read the same bytes with the same
    /// parameters. A variable may have changed since then, and constants may have been folded.
    ///
    /// - Parameters:
    ///   - input: the tensor that the operator reads.
    ///   - parameters: the numbers on which the results depend.
    ///   - results: returns the slots of an operator's results.
    ///   - make: creates the operator.
    /// - Returns: the operator, which is among the phases of this node or of an earlier one.
    /// - Throws: the error of `make`.
    func shared<Operation: PreparedOperator>(
        _ input: TensorSpec, parameters: [Int], results: (Operation) -> [TensorSlot],
        make: () throws(ModelError) -> Operation
    ) throws(ModelError) -> Operation {
        let (root, offset) = graph.place(of: input.slot.index)
        guard input.constant == nil, !graph.spec(root).isVariable else {
            let operation = try make()
            addPhase(operation)
            return operation
        }
        let key = SharedWork.Key(root: root, offset: offset, parameters: parameters)
        if let operation = graph.sharedWork(key) as? Operation { return operation }
        let operation = try make()
        addPhase(operation)
        graph.share(operation, key, results: results(operation).map(\.index))
        return operation
    }
}
