import NIOCore

/// Allocates a new buffer for each read of a connection, of a size that adapts to recent reads.
///
/// An idle connection therefore keeps no large buffer. NIO would reuse the buffer of an allocator
/// that names the next size, or whose size does not change; this one does neither, so NIO keeps at
/// most the first and smallest buffer.
struct ReceiveSizes: RecvByteBufferAllocator {
    private var sizes = AdaptiveRecvByteBufferAllocator(
        minimum: 2048, initial: 2048, maximum: 1 << 18)

    func buffer(allocator: ByteBufferAllocator) -> ByteBuffer { sizes.buffer(allocator: allocator) }

    mutating func record(actualReadBytes: Int) -> Bool {
        _ = sizes.record(actualReadBytes: actualReadBytes)
        return true
    }
}
