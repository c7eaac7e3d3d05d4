/// Reads and writes the elements of a tensor as JSON numbers and Booleans.
///
/// It reads a flat or a nested array. The elements count in the order of the text; their nesting is
/// not compared with the shape. It writes a flat array. ``TensorTexts`` does the same for `BYTES`.
enum TensorNumbers {
    /// Reads `count` elements at the scanner's position, and returns them as little-endian bytes.
    static func read(
        _ scanner: inout JSONScanner, as type: Datatype, count: Int, of name: String
    ) throws(ProtocolError) -> [UInt8] {
        if type == .bytes { return try TensorTexts.read(&scanner, count: count, of: name) }
        guard let width = type.width, type != .float16 else {
            throw ProtocolError("\"\(name)\": JSON has no \(type.rawValue); send it as binary data")
        }
        // An element has at least two bytes of JSON, so a greater count than the remaining bytes is
        // wrong.
        guard count <= scanner.bytes.endIndex - scanner.position else {
            throw ProtocolError("\"\(name)\" has fewer than the \(count) elements of its shape")
        }
        var output: [UInt8] = []
        output.reserveCapacity(count * width)
        try read(&scanner, type, name, limit: count * width, depth: 0, into: &output)
        guard output.count == count * width else {
            throw ProtocolError(
                "\"\(name)\" has \(output.count / width) elements, its shape has \(count)")
        }
        return output
    }

    private static func read(
        _ scanner: inout JSONScanner, _ type: Datatype, _ name: String, limit: Int, depth: Int,
        into output: inout [UInt8]
    ) throws(ProtocolError) {
        guard depth < JSONScanner.maximumDepth else {
            throw ProtocolError(
                "\"\(name)\" is nested deeper than \(JSONScanner.maximumDepth) arrays")
        }
        try scanner.expect("[")
        if scanner.take("]") { return }
        repeat {
            if scanner.peek() == UInt8(ascii: "[") {
                try read(&scanner, type, name, limit: limit, depth: depth + 1, into: &output)
                continue
            }
            let range = try scanner.wordRange()
            guard output.count < limit, append(scanner.bytes[range], type, to: &output) else {
                let word = String(decoding: scanner.bytes[range].prefix(20), as: UTF8.self)
                throw ProtocolError(
                    output.count < limit
                        ? "\"\(name)\": \(word) is no \(type.rawValue)"
                        : "\"\(name)\" has more elements than its shape")
            }
        } while scanner.take(",")
        try scanner.expect("]")
    }

    /// Appends one element, or returns `false` if the word is no element of the type.
    private static func append(
        _ word: ArraySlice<UInt8>, _ type: Datatype, to output: inout [UInt8]
    ) -> Bool {
        guard type == .bool || JSONNumber.isValid(word) else { return false }
        switch type {
        case .bool:
            let text = String(decoding: word, as: UTF8.self)
            guard let value = ["true": 1, "1": 1, "false": 0, "0": 0][text] else { return false }
            output.append(UInt8(value))
            return true
        case .uint8: return store(UInt8.self, word, &output)
        case .uint16: return store(UInt16.self, word, &output)
        case .uint32: return store(UInt32.self, word, &output)
        case .uint64: return store(UInt64.self, word, &output)
        case .int8: return store(Int8.self, word, &output)
        case .int16: return store(Int16.self, word, &output)
        case .int32: return store(Int32.self, word, &output)
        case .int64: return store(Int64.self, word, &output)
        case .float32: return store(Float.self, word, &output)
        case .float64: return store(Double.self, word, &output)
        case .float16, .bytes: return false
        }
    }

    private static func store<Value: FixedWidthInteger>(
        _ type: Value.Type, _ word: ArraySlice<UInt8>, _ output: inout [UInt8]
    ) -> Bool {
        let whole = Value(String(decoding: word, as: UTF8.self))
        // 3.0 and 1e2 are whole numbers as well.
        guard let value = whole ?? JSONNumber.whole(word, as: type) else { return false }
        withUnsafeBytes(of: value) { output.append(contentsOf: $0) }
        return true
    }

    /// Appends a number of the type, unless it is too large for the type.
    private static func store<Value: BinaryFloatingPoint & LosslessStringConvertible>(
        _ type: Value.Type, _ word: ArraySlice<UInt8>, _ output: inout [UInt8]
    ) -> Bool {
        guard let value = Value(String(decoding: word, as: UTF8.self)), value.isFinite else {
            return false
        }
        withUnsafeBytes(of: value) { output.append(contentsOf: $0) }
        return true
    }

    /// Appends the elements as a flat array.
    static func write(_ tensor: InferTensor, to output: inout [UInt8]) throws(ProtocolError) {
        func list<Value: BitwiseCopyable>(
            _ type: Value.Type, _ text: (Value) -> String?
        ) throws(ProtocolError) {
            let width = MemoryLayout<Value>.size
            for index in 0..<tensor.bytes.count / width {
                if index > 0 { output.append(UInt8(ascii: ",")) }
                let value = tensor.bytes.withUnsafeBytes {
                    $0.loadUnaligned(fromByteOffset: index * width, as: type)
                }
                guard let text = text(value) else {
                    throw ProtocolError(
                        "output \"\(tensor.name)\" holds \(value), which JSON lacks: ask for "
                            + "binary data")
                }
                output.append(contentsOf: text.utf8)
            }
        }
        if tensor.datatype == .bytes { return try TensorTexts.write(tensor, to: &output) }
        output.append(UInt8(ascii: "["))
        switch tensor.datatype {
        case .bool: try list(UInt8.self) { $0 == 0 ? "false" : "true" }
        case .uint8: try list(UInt8.self) { String($0) }
        case .uint16: try list(UInt16.self) { String($0) }
        case .uint32: try list(UInt32.self) { String($0) }
        case .uint64: try list(UInt64.self) { String($0) }
        case .int8: try list(Int8.self) { String($0) }
        case .int16: try list(Int16.self) { String($0) }
        case .int32: try list(Int32.self) { String($0) }
        case .int64: try list(Int64.self) { String($0) }
        case .float32: try list(Float.self) { $0.isFinite ? $0.description : nil }
        case .float64: try list(Double.self) { $0.isFinite ? $0.description : nil }
        case .float16, .bytes:
            throw ProtocolError(
                "output \"\(tensor.name)\" is \(tensor.datatype.rawValue): ask for binary data")
        }
        output.append(UInt8(ascii: "]"))
    }
}
