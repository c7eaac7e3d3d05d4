/// Owned memory whose start is aligned for the widest vector register.
///
/// Contents start as zero. The last ``padding`` bytes lie past `byteCount`: micro-kernels may read
/// them (never write), so that loads of whole registers need no tail case.
package final class AlignedStorage: @unchecked Sendable {
    // Sendable proof: the pointer never changes; whoever writes through it owns the storage
    // exclusively (an interpreter's arena) or finished before sharing it (constants).

    /// Alignment of `start` in bytes.
    package static let alignment = 64
    /// Readable bytes after the end.
    package static let padding = 64

    /// First byte.
    package let start: UnsafeMutableRawPointer
    /// Usable bytes.
    package let byteCount: Int

    /// Allocates zeroed memory.
    package init(byteCount: Int) {
        let total = byteCount + Self.padding
        start = .allocate(byteCount: total, alignment: Self.alignment)
        start.initializeMemory(as: UInt8.self, repeating: 0, count: total)
        self.byteCount = byteCount
    }

    deinit { start.deallocate() }

    /// All usable bytes.
    package var bytes: UnsafeMutableRawBufferPointer {
        UnsafeMutableRawBufferPointer(start: start, count: byteCount)
    }
}
