import Foundation
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import NIOPosix

/// Makes the body of an answer from a part of a blob, which is read while it is sent.
enum BlobReader {
    /// The number of bytes read at once; a download takes the memory of a few such chunks.
    private static let chunkSize = 256 * 1024

    /// Returns a body with the bytes of a range.
    ///
    /// - Parameters:
    ///   - path: the blob's file.
    ///   - range: the bytes to send.
    ///   - logger: the log for a blob that is missing or too short.
    ///   - onEnd: receives the number of bytes sent, also if the client disconnected.
    /// - Returns: the body.
    /// - Throws: ``HostError`` with status 404 if the blob no longer exists.
    static func body(
        _ path: String, _ range: Range<Int>, _ logger: Logger,
        onEnd: @escaping @Sendable (Int) -> Void
    ) throws -> ResponseBody {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            let reason = POSIXFailure.last
            logger.error(
                "the file of a version cannot be opened",
                metadata: ["file": "\(path)", "reason": "\(reason)"])
            throw HostError(.notFound, "the file of the version is missing")
        }
        let file = Descriptor(descriptor)
        return ResponseBody(contentLength: range.count) { writer in
            var offset = range.lowerBound
            defer { onEnd(offset - range.lowerBound) }
            while offset < range.upperBound {
                let start = offset
                let count = min(chunkSize, range.upperBound - offset)
                let buffer = try await NIOThreadPool.singleton.runIfActive {
                    file.read(start, count)
                }
                guard buffer.readableBytes > 0 else {
                    logger.error(
                        "the file of a version is too short",
                        metadata: ["file": "\(path)", "bytes": "\(start)"])
                    throw HostError(.internalServerError, "the file of the version is too short")
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

        /// Reads a part; the buffer is empty behind the end of the file, or if the disk fails.
        func read(_ offset: Int, _ count: Int) -> ByteBuffer {
            var buffer = ByteBufferAllocator().buffer(capacity: count)
            buffer.writeWithUnsafeMutableBytes(minimumWritableBytes: count) { target in
                max(0, pread(value, target.baseAddress, count, off_t(offset)))
            }
            return buffer
        }
    }
}
