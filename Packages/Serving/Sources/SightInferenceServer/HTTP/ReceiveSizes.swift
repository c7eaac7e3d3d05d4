import NIOCore

/// A buffer for each read of a connection, as large as what came lately suggests.
///
/// Nothing is kept from one read to the next: a connection that idles holds none. NIO reuses buffers
/// of allocators that name the next size, and of those that do not while the size stays: neither
/// here, but for the first and smallest one.
struct ReceiveSizes: RecvByteBufferAllocator {
    private var sizes = AdaptiveRecvByteBufferAllocator(
        minimum: 2048, initial: 2048, maximum: 1 << 18)

    func buffer(allocator: ByteBufferAllocator) -> ByteBuffer { sizes.buffer(allocator: allocator) }

    mutating func record(actualReadBytes: Int) -> Bool {
        _ = sizes.record(actualReadBytes: actualReadBytes)
        return true
    }
}
