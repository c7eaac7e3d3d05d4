extension InferRequest: WireMessage {
    /// Reads a `ModelInferRequest`.
    package init(wire: ArraySlice<UInt8>) throws(ProtocolError) {
        self.init()
        var reader = WireReader(wire)
        var raw: [ArraySlice<UInt8>] = []
        var typed: [TypedContents] = []
        while let (field, value) = try reader.next() {
            switch field {
            case 1: model = try value.text()
            case 2: version = try value.text()
            case 3: id = try value.text()
            case 4: try readParameter(try value.content())
            case 5:
                let (tensor, contents) = try Self.input(try value.content())
                inputs.append(tensor)
                typed.append(contents)
            case 6: outputs.append(try Self.output(try value.content()))
            case 7: raw.append(try value.content())
            default: break
            }
            try Self.checkCount(max(inputs.count, raw.count), "inputs")
            try Self.checkCount(outputs.count, "outputs")
        }
        try fill(raw, typed)
    }

    /// The bytes of a `ModelInferRequest` with its elements as raw contents.
    package var wire: [UInt8] {
        var writer = WireWriter()
        writer.text(1, model)
        writer.text(2, version)
        writer.text(3, id)
        for input in inputs { writer.content(5, input.header) }
        for output in outputs {
            var inner = WireWriter()
            inner.text(1, output.name)
            writer.content(6, inner.bytes)
        }
        for input in inputs { writer.content(7, input.bytes) }
        return writer.bytes
    }

    /// Sets the elements of the inputs, from raw contents for all or typed contents for each.
    private mutating func fill(_ raw: [ArraySlice<UInt8>], _ typed: [TypedContents])
        throws(ProtocolError)
    {
        guard raw.isEmpty || raw.count == inputs.count else {
            throw ProtocolError("\(raw.count) raw contents for \(inputs.count) inputs")
        }
        for index in inputs.indices {
            let count = try InferTensor.elementCount(
                inputs[index].shape, of: inputs[index].name)
            if raw.isEmpty {
                inputs[index].bytes = try typed[index].bytes(of: inputs[index], count: count)[...]
                noteDecoded(inputs[index].bytes)
            } else if typed[index].isEmpty {
                inputs[index].bytes = raw[index]
            } else {
                throw ProtocolError("\"\(inputs[index].name)\" has contents of two kinds")
            }
        }
    }

    /// Reads an entry of the map of parameters: the key, and a message with one of several values.
    private mutating func readParameter(_ entry: ArraySlice<UInt8>) throws(ProtocolError) {
        var reader = WireReader(entry)
        var name = ""
        var number: Int?
        while let (field, value) = try reader.next() {
            switch field {
            case 1: name = try value.text()
            case 2:
                var inner = WireReader(try value.content())
                while let (kind, value) = try inner.next() {
                    switch kind {
                    case 2: number = Int(Int64(bitPattern: try value.number()))
                    case 5: number = Int(clamping: try value.number())
                    default: break
                    }
                }
            default: break
            }
        }
        if name == "timeout", let number { timeout = try Self.checkedTimeout(number) }
    }

    private static func input(_ bytes: ArraySlice<UInt8>) throws(ProtocolError) -> (
        InferTensor, TypedContents
    ) {
        var reader = WireReader(bytes)
        var (name, datatype) = ("", "")
        var shape: [Int] = []
        var contents = TypedContents()
        while let (field, value) = try reader.next() {
            switch field {
            case 1: name = try value.text()
            case 2: datatype = try value.text()
            case 3:
                shape += try value.numbers(limit: 32).map { Int(Int64(bitPattern: $0)) }
                guard shape.count <= 32 else { throw ProtocolError("a shape of over 32 axes") }
            case 4: try checkPortParameter(try text(in: try value.content()))
            case 5: contents = try TypedContents(wire: try value.content())
            default: break
            }
        }
        let type = try Datatype(named: datatype)
        return (InferTensor(name: name, datatype: type, shape: shape, bytes: []), contents)
    }

    private static func output(_ bytes: ArraySlice<UInt8>) throws(ProtocolError) -> Output {
        var reader = WireReader(bytes)
        var name = ""
        while let (field, value) = try reader.next() {
            switch field {
            case 1: name = try value.text()
            case 2: try checkPortParameter(try text(in: try value.content()))
            default: break
            }
        }
        return Output(name: name, isBinary: true)
    }

    /// Reads the first field of a message, which is the key of an entry of a map.
    private static func text(in entry: ArraySlice<UInt8>) throws(ProtocolError) -> String {
        var reader = WireReader(entry)
        var text = ""
        while let (field, value) = try reader.next() {
            if field == 1 { text = try value.text() }
        }
        return text
    }
}

extension InferTensor {
    /// The bytes of the tensor's message without its elements.
    var header: [UInt8] {
        var writer = WireWriter()
        writer.text(1, name)
        writer.text(2, datatype.rawValue)
        writer.packed(3, shape)
        return writer.bytes
    }
}
