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

    /// Returns the number of a variable or table whose handle is an input; never folds the node.
    func handle(_ index: Int) throws(ModelError) -> Int {
        guard try input(index).elementType == .resource else {
            throw fail("input \(index) is no handle")
        }
        noteEffects()
        return try integer(index)
    }
}
