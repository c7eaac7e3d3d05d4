import Foundation
import SightDropIn
import SightTensorFlowLite

/// The type and the dimensions of an input or output.
struct ModelFormat: Sendable {
    let type: ModelElementType
    let dimensions: [Int]

    /// Makes a format and checks it.
    ///
    /// - Throws: `invalidArgument` for an unknown type, missing dimensions, dimensions below 1 and
    ///   those whose product is above 2⁴⁰.
    init(_ type: ModelElementType, _ dimensions: [NSNumber]) throws(DropInError) {
        self.type = type
        self.dimensions = dimensions.map(\.intValue)
        var count = 1
        let isSound = self.dimensions.allSatisfy { extent in
            let (product, overflow) = count.multipliedReportingOverflow(by: extent)
            count = product
            return extent > 0 && !overflow && product <= 1 << 40
        }
        guard type != .unknown, !dimensions.isEmpty, isSound
        else {
            throw DropInError(
                .invalidArgument,
                "the format \(type) \(self.dimensions) needs a type and positive dimensions")
        }
    }

    /// The number of elements.
    var count: Int { dimensions.reduce(1, *) }

    /// Converts nested arrays of numbers to bytes of the type.
    ///
    /// - Throws: `invalidArgument` for a value that is neither a number nor an array of numbers.
    func data(_ value: Any) throws(DropInError) -> Data {
        if let data = value as? Data { return data }
        var numbers: [NSNumber] = []
        try Self.flatten(value, into: &numbers)
        var data = Data()
        for number in numbers {
            switch type {
            case .float32: withUnsafeBytes(of: number.floatValue) { data.append(contentsOf: $0) }
            case .int32: withUnsafeBytes(of: number.int32Value) { data.append(contentsOf: $0) }
            case .int64: withUnsafeBytes(of: number.int64Value) { data.append(contentsOf: $0) }
            case .uInt8, .unknown: data.append(number.uint8Value)
            }
        }
        return data
    }

    private static func flatten(_ value: Any, into numbers: inout [NSNumber])
        throws(DropInError)
    {
        switch value {
        case let list as [Any]: for part in list { try flatten(part, into: &numbers) }
        case let number as NSNumber: numbers.append(number)
        case let number as Float: numbers.append(NSNumber(value: number))
        case let number as Double: numbers.append(NSNumber(value: number))
        case let number as Int: numbers.append(NSNumber(value: number))
        case let number as Int32: numbers.append(NSNumber(value: Int(number)))
        case let number as UInt8: numbers.append(NSNumber(value: Int(number)))
        default:
            throw DropInError(
                .invalidArgument,
                "\(Swift.type(of: value)) is no input: use Data, or nested arrays of numbers")
        }
    }

    /// Converts bytes of the type to nested arrays of `NSNumber`.
    func arrays(_ data: Data) -> [Any] {
        let bytes = [UInt8](data)
        let numbers: [NSNumber] =
            switch type {
            case .float32: Self.numbers(bytes, Float.self) { NSNumber(value: $0) }
            case .int32: Self.numbers(bytes, Int32.self) { NSNumber(value: Int($0)) }
            case .int64: Self.numbers(bytes, Int64.self) { NSNumber(value: Int($0)) }
            case .uInt8, .unknown: bytes.map { NSNumber(value: Int($0)) }
            }
        return Self.nest(numbers[...], dimensions[...])
    }

    private static func numbers<Number>(
        _ bytes: [UInt8], _: Number.Type, _ make: (Number) -> NSNumber
    ) -> [NSNumber] {
        let size = MemoryLayout<Number>.size
        return bytes.withUnsafeBytes { raw in
            (0..<(raw.count / size)).map {
                make(raw.loadUnaligned(fromByteOffset: $0 * size, as: Number.self))
            }
        }
    }

    private static func nest(_ numbers: ArraySlice<NSNumber>, _ dimensions: ArraySlice<Int>)
        -> [Any]
    {
        guard let first = dimensions.first, dimensions.count > 1 else { return Array(numbers) }
        let length = numbers.count / first
        return (0..<first).map { part -> [Any] in
            let start = numbers.startIndex + part * length
            return nest(numbers[start..<(start + length)], dimensions.dropFirst())
        }
    }

    /// Whether a tensor has this type and this number of elements.
    func fits(_ tensor: Tensor) -> Bool {
        fits(tensor.dataType) && tensor.shape.dimensions.reduce(1, *) == count
    }

    /// Whether the elements of a tensor have this type.
    func fits(_ dataType: Tensor.DataType) -> Bool {
        switch type {
        case .float32: dataType == .float32
        case .int32: dataType == .int32
        case .int64: dataType == .int64
        case .uInt8: dataType == .uInt8
        case .unknown: false
        }
    }
}
