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
package final class AlignedStorage: Sendable {
    /// Alignment of `start` in bytes.
    package static let alignment = 64
    /// Readable bytes after the end.
    package static let padding = 64

    /// Where the memory comes from, which gets it back.
    private enum Origin {
        /// What `calloc` gave.
        case heap(UnsafeMutableRawPointer)
        /// A part of other storage.
        case part(AlignedStorage)
        #if os(Linux)
            case pages(SystemPages)
        #endif
    }

    nonisolated(unsafe) private let origin: Origin
    /// First byte.
    ///
    /// Whoever writes here owns the storage alone, such as the arena of one run, or has finished
    /// before others read it, as with constants.
    nonisolated(unsafe) package let start: UnsafeMutableRawPointer
    /// Usable bytes.
    package let byteCount: Int

    /// Allocates zeroed memory.
    ///
    /// Very large blocks come from the system page by page as they are touched, others at once.
    package convenience init(byteCount: Int) {
        self.init(reserving: byteCount)
        #if os(Linux)
            if Self.eagerByteCounts.contains(byteCount) { populate(0..<byteCount) }
        #endif
    }

    /// Allocates zeroed memory that comes as it is touched or populated, where the system can.
    package init(reserving byteCount: Int) {
        let total = byteCount + Self.padding
        self.byteCount = byteCount
        #if os(Linux)
            if total >= SystemPages.minimumByteCount, let pages = SystemPages(byteCount: total) {
                origin = .pages(pages)
                start = pages.start
                return
            }
        #endif
        guard let block = calloc(1, total + Self.alignment) else {
            fatalError("\(byteCount) bytes: out of memory")
        }
        origin = .heap(block)
        start = block.alignedUp(toMultipleOf: Self.alignment)
    }

    /// A part of other storage, which stays alive with it.
    ///
    /// - Precondition: `offset` is a multiple of the alignment; part and padding lie inside.
    package init(part byteCount: Int, at offset: Int, of whole: AlignedStorage) {
        precondition(offset % Self.alignment == 0 && offset + byteCount <= whole.byteCount)
        origin = .part(whole)
        start = whole.start + offset
        self.byteCount = byteCount
    }

    deinit {
        switch origin {
        case .heap(let block): free(block)
        case .part: break
        #if os(Linux)
            case .pages(let pages): pages.unmap()
        #endif
        }
    }

    /// Asks for the pages of some bytes at once, which costs less than one fault for each.
    package func populate(_ range: Range<Int>) {
        #if os(Linux)
            SystemPages.populate(start + range.lowerBound, range.count)
        #endif
    }

    #if os(Linux)
        /// Larger blocks might never be needed whole; smaller ones are not worth the call.
        private static let eagerByteCounts = 1 << 16..<1 << 26
    #endif

    /// All usable bytes.
    package var bytes: UnsafeMutableRawBufferPointer {
        UnsafeMutableRawBufferPointer(start: start, count: byteCount)
    }
}
