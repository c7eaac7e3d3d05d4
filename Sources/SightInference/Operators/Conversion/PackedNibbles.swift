import SightModelFile
import SightTensor

/// Signed integers of four bits, two in each byte, the first in the low half.
///
/// - Source: `INT4` of the TensorFlow Lite schema.
enum PackedNibbles {
    /// Returns the value at a position.
    @inline(__always)
    static func value(_ bytes: UnsafePointer<Int8>, _ position: Int) -> Int8 {
        let byte = bytes[position >> 1]
        return position & 1 == 0 ? (byte << 4) >> 4 : byte >> 4
    }

    /// Unpacks the values to one byte each.
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
