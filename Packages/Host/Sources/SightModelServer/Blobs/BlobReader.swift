import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import NIOPosix

/// A part of a blob as an answer's body, read from the file while it is sent.
enum BlobReader {
    /// Bytes read at once; a few of these are all the memory that a download takes.
    private static let chunkSize = 256 * 1024

    /// A body of the bytes in a range.
    ///
    /// - Parameters:
    ///   - path: the blob.
    ///   - range: what to send.
    ///   - onEnd: is told how many bytes went out, also when the client left.
    /// - Returns: the body.
    /// - Throws: ``HostError`` with status 404 when the blob is gone.
    static func body(
        _ path: String, _ range: Range<Int>, onEnd: @escaping @Sendable (Int) -> Void
    ) throws -> ResponseBody {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw HostError(.notFound, "the model is gone") }
        let file = Descriptor(descriptor)
        return ResponseBody(contentLength: range.count) { writer in
            var offset = range.lowerBound
            defer { onEnd(offset - range.lowerBound) }
            while offset < range.upperBound {
                let start = offset
                let count = min(chunkSize, range.upperBound - offset)
                let buffer = try await NIOThreadPool.singleton.runIfActive {
                    try file.read(start, count)
                }
                try await writer.write(buffer)
                offset += buffer.readableBytes
            }
            try await writer.finish(nil)
        }
    }

    /// A descriptor that closes itself.
    private final class Descriptor: Sendable {
        private let value: Int32
        init(_ value: Int32) { self.value = value }
        deinit { close(value) }

        func read(_ offset: Int, _ count: Int) throws -> ByteBuffer {
            var buffer = ByteBufferAllocator().buffer(capacity: count)
            let read = buffer.writeWithUnsafeMutableBytes(minimumWritableBytes: count) { target in
                max(0, pread(value, target.baseAddress, count, off_t(offset)))
            }
            guard read > 0 else { throw HostError(.internalServerError, "the model is short") }
            return buffer
        }
    }
}
