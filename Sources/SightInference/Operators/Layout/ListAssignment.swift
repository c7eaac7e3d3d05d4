import SightModelFile
import SightTensor

extension Preparation {
    /// Prepares the assignment that the node completes, and sets the shape of output 0.
    ///
    /// - Throws: ``ModelError`` with codes `invalidNode` and `tooLarge`; its run throws
    ///   `outOfRange` if the list has no such place.
    func assign(_ item: TensorSpec, to list: TensorSpec, at place: TensorSpec) throws(ModelError)
        -> any PreparedOperator
    {
        let others = list.shape.dimensions.dropFirst()
        guard item.shape.rank == list.shape.rank, item.shape.dimensions.dropFirst() == others
        else { throw fail("\(item.shape) does not join the items of \(list.shape)") }
        let count = list.shape[0]
        let (rows, overflow) = max(0, count - 1).addingReportingOverflow(item.shape[0])
        guard !overflow else { throw fail("\(item.shape) and \(list.shape) overflow") }
        let output = try setOutput(0, shape: shape([rows] + others))
        let rowBytes = list.byteCount / max(1, count)
        let node = self.place
        return PreparedLoop { _, memory throws(ModelError) in
            let index = Int(memory.elements(place.slot, as: Int32.self).pointee)
            guard (0..<count).contains(index) else {
                throw ModelError(
                    .outOfRange, "\(node): the list has \(count) items, and none at \(index)")
            }
            let (source, target) = (memory[list.slot], memory[output.slot])
            let (before, after) = (index * rowBytes, (index + 1) * rowBytes)
            target.copyMemory(from: source, byteCount: before)
            (target + before).copyMemory(from: memory[item.slot], byteCount: item.byteCount)
            (target + before + item.byteCount).copyMemory(
                from: source + after, byteCount: list.byteCount - after)
        }
    }
}
