package import Foundation

/// Reads lines as they arrive, in memory that the longest line bounds.
///
/// Not thread-safe.
package final class LineReader {
    /// The longest line that is taken: an image of 192 MiB in Base64.
    package static let maximumByteCount = 256 << 20

    private static let chunkByteCount = 1 << 16
    private let handle: FileHandle
    private let limit: Int
    private var pending = Data()
    /// Where in `pending` the next line starts.
    private var start = 0
    /// Up to where `pending` is known to hold no end of that line.
    private var searched = 0
    private var isAtEnd = false

    /// A line, or one that was too long and has been passed over.
    package enum Line: Equatable {
        case text(Data)
        case tooLong
    }

    /// Reads from a file, a pipe or a terminal.
    package init(_ handle: FileHandle, limit: Int = LineReader.maximumByteCount) {
        self.handle = handle
        self.limit = limit
    }

    /// The next line without its end.
    ///
    /// Blocks. The last line need not have an end.
    package func next() -> Line? {
        var isTooLong = false
        while true {
            if let end = pending[searched...].firstIndex(of: 0x0A) {
                let line = Self.withoutReturn(pending[start..<end])
                start = end + 1
                searched = start
                return isTooLong ? .tooLong : .text(line)
            }
            pending = Data(pending[start...])
            if pending.count > limit {
                isTooLong = true
                pending = Data()
            }
            (start, searched) = (0, pending.count)
            guard !isAtEnd, let more = chunk() else { break }
            pending.append(more)
        }
        isAtEnd = true
        let last = pending
        (pending, searched) = (Data(), 0)
        if isTooLong { return .tooLong }
        return last.isEmpty ? nil : .text(Self.withoutReturn(last))
    }

    /// What there is, as soon as there is something; `nil` at the end.
    ///
    /// `FileHandle` would wait until a pipe has given all that was asked for.
    private func chunk() -> Data? {
        var bytes = [UInt8](repeating: 0, count: Self.chunkByteCount)
        while true {
            let count = read(handle.fileDescriptor, &bytes, bytes.count)
            if count > 0 { return Data(bytes[..<count]) }
            guard count < 0, errno == EINTR else { return nil }
        }
    }

    private static func withoutReturn(_ line: Data) -> Data {
        Data(line.last == 0x0D ? line.dropLast() : line)
    }
}
