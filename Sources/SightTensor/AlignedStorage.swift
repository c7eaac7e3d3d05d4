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
/// The memory is zeroed at first. ``padding`` more bytes follow `byteCount`: micro-kernels may read
/// them, but not write them, so they can load whole registers at the end, too.
package final class AlignedStorage: Sendable {
    /// Alignment of `start` in bytes.
    package static let alignment = 64
    /// Readable bytes after the end.
    package static let padding = 64

    /// The owner of the memory, which releases it.
    private enum Origin {
        /// Memory from `calloc`.
        case heap(UnsafeMutableRawPointer)
        /// A part of other storage.
        case part(AlignedStorage)
        #if os(Linux)
            case pages(SystemPages)
        #endif
    }

    nonisolated(unsafe) private let origin: Origin
    /// The first byte.
    ///
    /// Only a sole owner writes here, such as the arena of one run. Constants are written before
    /// they are shared.
    nonisolated(unsafe) package let start: UnsafeMutableRawPointer
    /// The number of usable bytes.
    package let byteCount: Int

    /// Allocates zeroed memory.
    ///
    /// On Linux, blocks of medium size get all their pages at once; larger ones get each page when
    /// it is first touched.
    package convenience init(byteCount: Int) {
        self.init(reserving: byteCount)
        #if os(Linux)
            if Self.eagerByteCounts.contains(byteCount) { populate(0..<byteCount) }
        #endif
    }

    /// Allocates zeroed memory; where possible, pages come when they are touched or populated.
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

    /// Makes a part of other storage, which the part keeps alive.
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

    /// Requests the pages of some bytes at once, which is faster than a page fault for each.
    package func populate(_ range: Range<Int>) {
        #if os(Linux)
            SystemPages.populate(start + range.lowerBound, range.count)
        #endif
    }

    #if os(Linux)
        /// Larger blocks might never be used completely; for smaller ones, the call takes too long.
        private static let eagerByteCounts = 1 << 16..<1 << 26
    #endif

    /// All usable bytes.
    package var bytes: UnsafeMutableRawBufferPointer {
        UnsafeMutableRawBufferPointer(start: start, count: byteCount)
    }
}
