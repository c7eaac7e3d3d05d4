package import SightTensor

/// The addresses of all tensors during a run.
///
/// Slots come from `prepare`, which also fixed how many bytes each has; nothing is checked here.
package struct TensorMemory: ~Copyable {
    let addresses: UnsafeMutablePointer<UnsafeMutableRawPointer>
    /// Outlives this value: it is the stage that runs.
    unowned(unsafe) let stage: StageExecution

    /// First byte of a tensor or of scratch memory, aligned to 64 bytes, constants to
    /// their elements.
    package subscript(slot: TensorSlot) -> UnsafeMutableRawPointer { addresses[slot.index] }

    /// The elements of a tensor.
    package func elements<Element>(_ slot: TensorSlot, as type: Element.Type = Element.self)
        -> UnsafeMutablePointer<Element>
    {
        addresses[slot.index].assumingMemoryBound(to: type)
    }

    /// The execution of a graph that the node calls.
    package subscript(call: CallSlot) -> Execution { stage.children[call.index] }

    /// The resource variables and tables of the run.
    package var resources: ResourceStore { stage.resources }

    /// The strings that elements of string tensors stand for.
    var strings: StringStore { stage.strings }

    /// Makes an output that ``Preparation/setOutputAtRunTime(_:)`` left open show bytes.
    ///
    /// `owner` keeps the bytes alive, unchanged until the next run.
    package func show(
        _ slot: TensorSlot, _ bytes: UnsafeMutableRawBufferPointer, shape: Shape, owner: AnyObject
    ) {
        stage.show(slot.index, bytes, shape, owner: owner)
    }
}
