import SightTensor

/// The immutable bytes of a model file, mapped or copied into aligned memory.
///
/// Every access is checked against the length, so no offset is trusted.
package final class ModelBytes: Sendable {
    /// The largest number of bytes that is copied: FlatBuffer offsets reach no further.
    package static let maximumByteCount = 2 << 30
    /// The largest file that is mapped: buffers may lie anywhere behind the FlatBuffer.
    static let maximumMappedByteCount = Int.max >> 16

    /// The object that keeps the bytes alive.
    private let owner: any AnyObject & Sendable
    private nonisolated(unsafe) let start: UnsafeRawPointer
    /// The length of the file in bytes.
    package let count: Int

    /// Allocates a known number of bytes, which `fill` writes once.
    ///
    /// - Throws: ``ModelError`` with code `tooLarge`.
    package init(byteCount: Int, fill: (UnsafeMutableRawBufferPointer) -> Void)
        throws(ModelError)
    {
        guard byteCount <= Self.maximumByteCount else {
            throw ModelError(.tooLarge, "the model has \(byteCount) bytes, the limit is 2 GiB")
        }
        let storage = AlignedStorage(byteCount: byteCount)
        owner = storage
        start = UnsafeRawPointer(storage.start)
        count = byteCount
        fill(storage.bytes)
    }

    #if !os(Windows)
        /// Wraps a mapped file.
        init(_ mapping: FileMapping) {
            owner = mapping
            start = mapping.start
            count = mapping.byteCount
        }
    #endif

    /// Copies bytes into aligned memory.
    ///
    /// - Throws: ``ModelError`` with code `tooLarge`.
    package convenience init(_ bytes: some Collection<UInt8>) throws(ModelError) {
        try self.init(byteCount: bytes.count) { $0.copyBytes(from: bytes) }
    }

    /// Reads one little-endian scalar.
    package func load<Value: BitwiseCopyable>(_ type: Value.Type, at offset: Int) throws(ModelError)
        -> Value
    {
        let size = MemoryLayout<Value>.size
        guard offset >= 0, offset <= count - size else { throw outside(offset, size) }
        return start.loadUnaligned(fromByteOffset: offset, as: type)
    }

    /// Reads all little-endian scalars of a checked range.
    func elements<Value: BitwiseCopyable>(_ type: Value.Type, _ range: Range<Int>)
        throws(ModelError) -> [Value]
    {
        try map(type, range) { $0 }
    }

    /// Reads all little-endian integers of a checked range.
    func integers<Value: FixedWidthInteger & BitwiseCopyable>(
        _ type: Value.Type, _ range: Range<Int>
    ) throws(ModelError) -> [Int] {
        try map(type, range) { Int(truncatingIfNeeded: $0) }
    }

    /// Reads all little-endian scalars of a checked range and converts each.
    @inline(__always)
    private func map<Value: BitwiseCopyable, Result: BitwiseCopyable>(
        _ type: Value.Type, _ range: Range<Int>, _ convert: (Value) -> Result
    ) throws(ModelError) -> [Result] {
        let bytes = try slice(range)
        let stride = MemoryLayout<Value>.stride
        let count = bytes.count / stride
        // An array without initial values looks up its type at run time. Most vectors of a model
        // are so short that this takes longer than to append their elements.
        guard count > 32 else {
            return (0..<count).map {
                convert(bytes.loadUnaligned(fromByteOffset: $0 * stride, as: type))
            }
        }
        return [Result](unsafeUninitializedCapacity: count) { results, initialized in
            for index in 0..<count {
                results[index] = convert(
                    bytes.loadUnaligned(fromByteOffset: index * stride, as: type))
            }
            initialized = count
        }
    }

    /// Returns a checked part of the file; it is valid as long as this object exists.
    package func slice(_ range: Range<Int>) throws(ModelError) -> UnsafeRawBufferPointer {
        guard range.lowerBound >= 0, range.upperBound <= count else {
            throw outside(range.lowerBound, range.count)
        }
        return UnsafeRawBufferPointer(start: start + range.lowerBound, count: range.count)
    }

    /// Returns the range of `length` bytes at `offset` after checking that it lies inside the file.
    package func range(at offset: Int, length: Int) throws(ModelError) -> Range<Int> {
        guard offset >= 0, length >= 0, offset <= count, length <= count - offset else {
            throw outside(offset, length)
        }
        return offset..<(offset + length)
    }

    /// Reads the text of a checked range; bytes that are not UTF-8 become replacement characters.
    package func text(_ range: Range<Int>) throws(ModelError) -> String {
        String(decoding: try slice(range), as: UTF8.self)
    }

    private func outside(_ offset: Int, _ length: Int) -> ModelError {
        ModelError(
            .malformed, "\(length) bytes at offset \(offset) lie outside the file of \(count) bytes"
        )
    }
}
