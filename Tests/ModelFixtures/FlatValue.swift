/// A value to write into a FlatBuffer.
package indirect enum FlatValue: Sendable {
    /// Little-endian bytes of a scalar; their count is its size and alignment.
    case scalar([UInt8])
    case string(String)
    /// A vector of scalars: elements as bytes, the size of one, the alignment of the first.
    case vector([UInt8], elementSize: Int, alignment: Int)
    /// Fields by number.
    case table([Int: FlatValue])
    /// A vector of tables or strings.
    case list([FlatValue])

    package static func byte(_ value: Int) -> FlatValue {
        .scalar([UInt8(truncatingIfNeeded: value)])
    }
    package static func bool(_ value: Bool) -> FlatValue { .scalar([value ? 1 : 0]) }
    package static func int(_ value: Int) -> FlatValue {
        .scalar(Int32(truncatingIfNeeded: value).littleEndianBytes)
    }
    package static func float(_ value: Float) -> FlatValue {
        .scalar(value.bitPattern.littleEndianBytes)
    }
    package static func ints(_ values: [Int]) -> FlatValue {
        .vector(
            values.flatMap { Int32(truncatingIfNeeded: $0).littleEndianBytes }, elementSize: 4,
            alignment: 4)
    }
    package static func longs(_ values: [Int]) -> FlatValue {
        .vector(
            values.flatMap { Int64($0).littleEndianBytes }, elementSize: 8, alignment: 8)
    }
    package static func floats(_ values: [Float]) -> FlatValue {
        .vector(
            values.flatMap { $0.bitPattern.littleEndianBytes }, elementSize: 4, alignment: 4)
    }
    package static func bytes(_ values: [UInt8]) -> FlatValue {
        .vector(values, elementSize: 1, alignment: 16)
    }
}

extension FixedWidthInteger {
    /// The bytes of the value, lowest first.
    package var littleEndianBytes: [UInt8] { withUnsafeBytes(of: littleEndian) { Array($0) } }
}
