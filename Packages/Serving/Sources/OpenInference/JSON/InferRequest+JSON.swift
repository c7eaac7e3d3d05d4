extension InferRequest {
    /// An input of the JSON whose elements have not been read yet.
    private struct Pending {
        var name: String?
        var datatype: Datatype?
        var shape: [Int]?
        /// The position of the elements in the JSON.
        var data: Range<Int>?
        /// The number of bytes of the elements after the JSON.
        var binarySize: Int?
    }

    /// Reads the body of `POST /v2/models/NAME/infer`.
    ///
    /// - Parameters:
    ///   - body: the JSON, followed by the bytes of the binary inputs.
    ///   - headerLength: the number of bytes of JSON; `nil` if the whole body is JSON.
    /// - Throws: ``ProtocolError``.
    /// - Source: Open Inference Protocol, "Inference"; Triton, "Binary Tensor Data Extension".
    package init(body: [UInt8], headerLength: Int?) throws(ProtocolError) {
        self.init()
        let length = headerLength ?? body.count
        guard (0...body.count).contains(length) else {
            throw ProtocolError(
                "Inference-Header-Content-Length is \(length), the body has \(body.count) bytes")
        }
        var pending: [Pending] = []
        var scanner = JSONScanner(body[..<length])
        try scanner.object { scanner, key throws(ProtocolError) in
            switch key {
            case "id": id = try scanner.string()
            case "parameters": try readParameters(&scanner)
            case "inputs":
                try scanner.array { scanner throws(ProtocolError) in
                    pending.append(try Self.input(&scanner))
                    try Self.checkCount(pending.count, "inputs")
                }
            case "outputs":
                try scanner.array { scanner throws(ProtocolError) in
                    outputs.append(try Self.output(&scanner))
                    try Self.checkCount(outputs.count, "outputs")
                }
            default: _ = try scanner.skip()
            }
        }
        try scanner.end()
        var rest = body[length...]
        for input in pending {
            let tensor = try Self.complete(input, body, &rest)
            if input.data != nil { noteDecoded(tensor.bytes) }
            inputs.append(tensor)
        }
        guard rest.isEmpty else {
            throw ProtocolError("\(rest.count) bytes of binary data belong to no input")
        }
    }

    private mutating func readParameters(_ scanner: inout JSONScanner) throws(ProtocolError) {
        try scanner.object { scanner, key throws(ProtocolError) in
            switch key {
            case "binary_data_output": prefersBinary = try scanner.bool()
            case "timeout": timeout = try Self.checkedTimeout(try scanner.integer())
            default: _ = try scanner.skip()
            }
        }
    }

    private static func input(_ scanner: inout JSONScanner) throws(ProtocolError) -> Pending {
        var input = Pending()
        try scanner.object { scanner, key throws(ProtocolError) in
            switch key {
            case "name": input.name = try scanner.string()
            case "datatype": input.datatype = try Datatype(named: scanner.string())
            case "shape":
                var shape: [Int] = []
                try scanner.array { scanner throws(ProtocolError) in
                    guard shape.count < 32 else { throw ProtocolError("a shape of over 32 axes") }
                    shape.append(try scanner.integer())
                }
                input.shape = shape
            case "data": input.data = try scanner.skip(isReadLater: true)
            case "parameters":
                try scanner.object { scanner, key throws(ProtocolError) in
                    if key == "binary_data_size" {
                        input.binarySize = try scanner.integer()
                    } else {
                        try Self.checkPortParameter(key)
                        _ = try scanner.skip()
                    }
                }
            default: _ = try scanner.skip()
            }
        }
        return input
    }

    private static func output(_ scanner: inout JSONScanner) throws(ProtocolError) -> Output {
        var name: String?
        var isBinary: Bool?
        try scanner.object { scanner, key throws(ProtocolError) in
            switch key {
            case "name": name = try scanner.string()
            case "parameters":
                try scanner.object { scanner, key throws(ProtocolError) in
                    switch key {
                    case "binary_data": isBinary = try scanner.bool()
                    default:
                        try Self.checkPortParameter(key)
                        _ = try scanner.skip()
                    }
                }
            default: _ = try scanner.skip()
            }
        }
        guard let name else { throw ProtocolError("an output without a name") }
        return Output(name: name, isBinary: isBinary)
    }

    private static func complete(
        _ input: Pending, _ body: [UInt8], _ rest: inout ArraySlice<UInt8>
    ) throws(ProtocolError) -> InferTensor {
        guard let name = input.name, let datatype = input.datatype, let shape = input.shape else {
            throw ProtocolError("an input needs \"name\", \"datatype\" and \"shape\"")
        }
        let count = try InferTensor.elementCount(shape, of: name)
        if let size = input.binarySize {
            guard input.data == nil else {
                throw ProtocolError("\"\(name)\" has both \"data\" and \"binary_data_size\"")
            }
            guard (0...rest.count).contains(size) else {
                throw ProtocolError(
                    "\"\(name)\" has \(size) bytes of binary data, the body \(rest.count)")
            }
            let bytes = rest.prefix(size)
            rest = rest.dropFirst(size)
            return InferTensor(name: name, datatype: datatype, shape: shape, bytes: bytes)
        }
        guard let range = input.data else {
            throw ProtocolError("\"\(name)\" has neither \"data\" nor \"binary_data_size\"")
        }
        var scanner = JSONScanner(body[range])
        return InferTensor(
            name: name, datatype: datatype, shape: shape,
            bytes: try TensorNumbers.read(&scanner, as: datatype, count: count, of: name)[...])
    }
}
