import SightModelFile
import SightTensor

/// What operators that call graphs or keep variables share.
extension Preparation {
    /// All inputs from a position on; none may be absent.
    func inputs(from start: Int) throws(ModelError) -> [TensorSpec] {
        var specs: [TensorSpec] = []
        for index in start..<max(start, inputCount) { specs.append(try input(index)) }
        return specs
    }

    /// The number of the variable or table whose handle is an input; the node is never folded.
    func handle(_ index: Int) throws(ModelError) -> Int {
        guard try input(index).elementType == .resource else {
            throw fail("input \(index) is no handle")
        }
        noteEffects()
        return try integer(index)
    }
}
