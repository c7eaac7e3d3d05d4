import SightModelFile
import SightTensor

/// Signed integers of four bits, two in a byte, the low half first.
///
/// - Source: `INT4` of the TensorFlow Lite schema.
enum PackedNibbles {
    /// The value at a position.
    @inline(__always)
    static func value(_ bytes: UnsafePointer<Int8>, _ position: Int) -> Int8 {
        let byte = bytes[position >> 1]
        return position & 1 == 0 ? (byte << 4) >> 4 : byte >> 4
    }

    /// The values one in a byte.
    ///
    /// - Throws: ``ModelError`` with code `tooLarge`.
    static func unpack(
        _ bytes: UnsafeRawBufferPointer, count: Int, _ node: Preparation
    ) throws(ModelError) -> ConstantBytes {
        let storage = try node.storage(byteCount: count)
        if let source = bytes.baseAddress?.assumingMemoryBound(to: Int8.self) {
            let target = storage.bytes.bindMemory(to: Int8.self)
            for i in 0..<min(count, 2 * bytes.count) { target[i] = value(source, i) }
        }
        return ConstantBytes(UnsafeRawBufferPointer(storage.bytes), owner: storage)
    }
}
