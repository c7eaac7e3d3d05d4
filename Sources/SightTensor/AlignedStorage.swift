#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#else
    import ucrt
#endif

/// Owned memory whose start is aligned for the widest vector register.
///
/// Contents start as zero. The last ``padding`` bytes lie past `byteCount`: micro-kernels may read
/// them (never write), so that loads of whole registers need no tail case.
package final class AlignedStorage: @unchecked Sendable {  // one owner while it is written
    // Sendable proof: the pointer never changes; whoever writes through it owns the storage
    // exclusively (an interpreter's arena) or finished before sharing it (constants).

    /// Alignment of `start` in bytes.
    package static let alignment = 64
    /// Readable bytes after the end.
    package static let padding = 64

    /// What `calloc` gave.
    private let block: UnsafeMutableRawPointer
    /// First byte.
    package let start: UnsafeMutableRawPointer
    /// Usable bytes.
    package let byteCount: Int

    /// Allocates zeroed memory.
    ///
    /// Large blocks come from the system page by page as they are touched.
    package init(byteCount: Int) {
        let total = byteCount + Self.padding + Self.alignment
        guard let block = calloc(1, total) else { fatalError("\(byteCount) bytes: out of memory") }
        self.block = block
        start = block.alignedUp(toMultipleOf: Self.alignment)
        self.byteCount = byteCount
        #if os(Linux)
            if Self.eagerByteCounts.contains(total) { Self.populate(block, total) }
        #endif
    }

    #if os(Linux)
        /// Such blocks get their pages at once, which costs less than one fault for each; larger
        /// ones might never be needed.
        private static let eagerByteCounts = 1 << 17..<1 << 26

        private static func populate(_ block: UnsafeMutableRawPointer, _ total: Int) {
            let page = Int(getpagesize())
            let first = block.alignedUp(toMultipleOf: page)
            let last = (block + total).alignedDown(toMultipleOf: page)
            // MADV_POPULATE_WRITE, since Linux 5.14; older ones refuse and go page by page.
            if first < last { _ = madvise(first, last - first, 23) }
        }
    #endif

    deinit { free(block) }

    /// All usable bytes.
    package var bytes: UnsafeMutableRawBufferPointer {
        UnsafeMutableRawBufferPointer(start: start, count: byteCount)
    }
}
