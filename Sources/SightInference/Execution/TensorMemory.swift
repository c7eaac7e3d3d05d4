package import SightTensor

/// The addresses of all tensors during a run.
///
/// `prepare` has created the slots and determined the size of each; nothing is checked here.
package struct TensorMemory: ~Copyable {
    let addresses: UnsafeMutablePointer<UnsafeMutableRawPointer>
    /// The stage that runs; it exists longer than this value.
    unowned(unsafe) let stage: StageExecution

    /// The address of a tensor or of scratch memory, aligned to 64 bytes; the address of a constant
    /// is aligned to its elements.
    package subscript(slot: TensorSlot) -> UnsafeMutableRawPointer { addresses[slot.index] }

    /// Returns the elements of a tensor.
    package func elements<Element>(_ slot: TensorSlot, as type: Element.Type = Element.self)
        -> UnsafeMutablePointer<Element>
    {
        addresses[slot.index].assumingMemoryBound(to: type)
    }

    /// The execution of a graph that the node calls.
    package subscript(call: CallSlot) -> Execution { stage.children[call.index] }

    /// The resource variables and tables of the run.
    package var resources: ResourceStore { stage.resources }

    /// The strings of the run, by the numbers in string tensors.
    var strings: StringStore { stage.strings }

    /// Sets an output that ``Preparation/setOutputAtRunTime(_:)`` declared.
    ///
    /// `owner` keeps the bytes alive and unchanged until the next run.
    package func show(
        _ slot: TensorSlot, _ bytes: UnsafeMutableRawBufferPointer, shape: Shape, owner: AnyObject
    ) {
        stage.show(slot.index, bytes, shape, owner: owner)
    }
}
