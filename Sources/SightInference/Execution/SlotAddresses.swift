import SightTensor

/// The addresses of the tensors and the scratch memory of a stage, by slot.
///
/// It is not thread-safe.
final class SlotAddresses {
    let start: UnsafeMutablePointer<UnsafeMutableRawPointer>
    let count: Int
    /// The memory without bytes at which slots are that have no place.
    private let nowhere = AlignedStorage(byteCount: 0)

    /// Allocates addresses that all lead to no bytes.
    init(count: Int) {
        self.count = count
        start = .allocate(capacity: max(1, count))
        start.initialize(repeating: nowhere.start, count: max(1, count))
    }

    deinit { start.deallocate() }

    /// Makes the address of a slot lead to no bytes.
    func reset(_ slot: Int) { start[slot] = nowhere.start }
}
