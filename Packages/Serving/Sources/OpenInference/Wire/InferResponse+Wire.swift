extension InferResponse: WireMessage {
    /// Reads a `ModelInferResponse` with raw contents.
    package init(wire: ArraySlice<UInt8>) throws(ProtocolError) {
        self.init(model: "", version: "", id: "", outputs: [])
        var reader = WireReader(wire)
        var raw: [ArraySlice<UInt8>] = []
        while let (field, value) = try reader.next() {
            switch field {
            case 1: model = try value.text()
            case 2: version = try value.text()
            case 3: id = try value.text()
            case 5:
                let header = try ModelMetadata.Tensor(wire: try value.content())
                outputs.append(
                    InferTensor(
                        name: header.name, datatype: try Datatype(named: header.datatype),
                        shape: header.shape, bytes: []))
            case 6: raw.append(try value.content())
            default: break
            }
        }
        guard raw.count == outputs.count else {
            throw ProtocolError("\(raw.count) raw contents for \(outputs.count) outputs")
        }
        for index in raw.indices { outputs[index].bytes = raw[index] }
    }

    /// The bytes of a `ModelInferResponse` with the elements as raw contents.
    package var wire: [UInt8] {
        var writer = WireWriter()
        writer.text(1, model)
        writer.text(2, version)
        writer.text(3, id)
        for output in outputs { writer.content(5, output.header) }
        for output in outputs { writer.content(6, output.bytes) }
        return writer.bytes
    }
}
