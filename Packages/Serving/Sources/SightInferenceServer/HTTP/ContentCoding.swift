import CLibZ

/// The compression formats of bodies: gzip, and zlib, which HTTP calls "deflate".
///
/// - Source: RFC 9110, 8.4.1; RFC 1950 and 1952, by zlib.
package enum ContentCoding: String, CaseIterable, Sendable {
    case gzip, deflate

    /// The number of bytes decompressed at once.
    static let step = 1 << 16

    /// Selects the first coding that a client's `Accept-Encoding` accepts.
    package init?(acceptedIn header: String?) {
        let accepted = AcceptedValues.list(header)
        guard let found = Self.allCases.first(where: { accepted.contains($0.rawValue) }) else {
            return nil
        }
        self = found
    }

    /// Finds the coding of a body by its `Content-Encoding`, whose names ignore case; `x-gzip` is
    /// an old name of `gzip`.
    package init?(named name: String) {
        let name = name.lowercased()
        self.init(rawValue: name == "x-gzip" ? "gzip" : name)
    }

    /// Decompresses a body in either coding; one in gzip may have several members.
    ///
    /// The output never exceeds the limit by more than one step. Before each step, `hold` may
    /// refuse the bytes by which the output can grow. Throws ``ServeError``: `tooLarge`, `invalid`, and errors of `hold`.
    package static func decode(
        _ bytes: [UInt8], limit: Int, hold: (Int) throws(ServeError) -> Void
    ) throws(ServeError) -> [UInt8] {
        var stream = ZStream()
        guard
            inflateInit2_(stream.pointer, 15 + 32, ZLIB_VERSION, ZStream.size) == Z_OK
        else { throw ServeError(.failed, "the body cannot be decompressed now") }
        defer { inflateEnd(stream.pointer) }
        var output: [UInt8] = []
        var status = Z_OK
        var (taken, held) = (0, 0)
        while status == Z_OK {
            // A member of gzip may have less output than a step.
            try hold(output.count + Self.step - held)
            held = output.count + Self.step
            status = stream.turn(bytes, &taken, Self.step, into: &output) {
                CLibZ.inflate($0, Z_NO_FLUSH)
            }
            guard output.count <= limit else {
                throw ServeError(
                    .tooLarge, "the request has more than \(limit) bytes when it is decompressed")
            }
            if status == Z_STREAM_END, isMember(bytes[..<taken]), isMember(bytes[taken...]) {
                status = inflateReset(stream.pointer)
            }
        }
        guard status == Z_STREAM_END, taken == bytes.count else {
            throw ServeError(.invalid, "the request's body is not what its Content-Encoding says")
        }
        return output
    }

    /// Whether bytes begin like a member of gzip.
    ///
    /// - Source: RFC 1952, 2.3.1.
    private static func isMember(_ bytes: ArraySlice<UInt8>) -> Bool {
        bytes.starts(with: [0x1F, 0x8B])
    }

    /// Compresses bytes; returns `nil` if zlib fails, for example for lack of memory.
    ///
    /// Bytes beyond the limit, by default what zlib counts, are not compressed.
    package func encode(_ bytes: [UInt8], limit: Int = Int(UInt32.max)) -> [UInt8]? {
        var stream = ZStream()
        let window: Int32 = self == .gzip ? 15 + 16 : 15
        guard
            deflateInit2_(
                stream.pointer, Z_BEST_SPEED, Z_DEFLATED, window, 8, Z_DEFAULT_STRATEGY,
                ZLIB_VERSION, ZStream.size) == Z_OK
        else { return nil }
        defer { deflateEnd(stream.pointer) }
        var output: [UInt8] = []
        var taken = 0
        let room = Int(deflateBound(stream.pointer, UInt(bytes.count)))
        guard bytes.count <= limit, room <= limit else { return nil }
        let status = stream.turn(bytes, &taken, room, into: &output) {
            CLibZ.deflate($0, Z_FINISH)
        }
        return status == Z_STREAM_END ? output : nil
    }
}

/// The state of zlib at a fixed address, as zlib requires.
private struct ZStream: ~Copyable {
    static let size = Int32(MemoryLayout<z_stream>.size)

    let pointer = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)

    init() { pointer.initialize(to: z_stream()) }

    deinit { pointer.deallocate() }

    /// Calls zlib with the input from `taken` on, and appends up to `room` bytes of output.
    ///
    /// - Returns: zlib's status.
    mutating func turn(
        _ input: [UInt8], _ taken: inout Int, _ room: Int, into output: inout [UInt8],
        _ work: (UnsafeMutablePointer<z_stream>) -> Int32
    ) -> Int32 {
        input.withUnsafeBufferPointer { source in
            pointer.pointee.next_in = source.baseAddress.map {
                UnsafeMutablePointer(mutating: $0 + taken)
            }
            pointer.pointee.avail_in = UInt32(clamping: source.count - taken)
            var status = Z_OK
            output += [UInt8](unsafeUninitializedCapacity: room) { target, count in
                pointer.pointee.next_out = target.baseAddress
                pointer.pointee.avail_out = UInt32(clamping: room)
                status = work(pointer)
                count = room - Int(pointer.pointee.avail_out)
            }
            taken = source.count - Int(pointer.pointee.avail_in)
            return status
        }
    }
}
