/// The addresses of all tensors during a run.
///
/// Slots come from `prepare`, which also fixed how many bytes each has; nothing is checked here.
package struct TensorMemory: ~Copyable {
    let addresses: UnsafeMutablePointer<UnsafeMutableRawPointer>

    /// First byte of a tensor or of scratch memory, aligned to 64 bytes (16 for constants).
    package subscript(slot: TensorSlot) -> UnsafeMutableRawPointer { addresses[slot.index] }

    /// The elements of a tensor.
    package func elements<Element>(_ slot: TensorSlot, as type: Element.Type = Element.self)
        -> UnsafeMutablePointer<Element>
    {
        addresses[slot.index].assumingMemoryBound(to: type)
    }
}
