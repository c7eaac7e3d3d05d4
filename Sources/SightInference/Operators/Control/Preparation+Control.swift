import SightModelFile
import SightTensor

/// Helpers for operators that call graphs or keep variables.
extension Preparation {
    /// Returns all inputs from a position on; none may be absent.
    func inputs(from start: Int) throws(ModelError) -> [TensorSpec] {
        var specs: [TensorSpec] = []
        for index in start..<max(start, inputCount) { specs.append(try input(index)) }
        return specs
    }

    /// Returns the number of a table whose handle is an input; never folds the node.
    func handle(_ index: Int) throws(ModelError) -> Int {
        guard try input(index).elementType == .resource else {
            throw fail("input \(index) is not a handle")
        }
        noteEffects()
        return try integer(index)
    }

    /// Returns the number of a variable whose handle is an input; never folds the node.
    ///
    /// The numbers of VAR_HANDLE nodes are small; a handle may also be a constant of the file.
    func variable(_ index: Int) throws(ModelError) -> Int {
        let number = try handle(index)
        let limit = max(graph.model.resources.count, 1 << 12)
        guard (0..<limit).contains(number) else {
            throw fail("input \(index) is the handle \(number), expected one below \(limit)")
        }
        return number
    }
}
