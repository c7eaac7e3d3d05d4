extension InferResponse {
    /// Returns the body of an answer over REST.
    ///
    /// - Parameter isBinary: for each output, whether its elements follow the JSON as bytes.
    /// - Returns: the body, and the number of bytes of JSON if other bytes follow.
    /// - Throws: ``ProtocolError`` for elements that JSON cannot represent.
    package func body(isBinary: [Bool]) throws(ProtocolError) -> (
        bytes: [UInt8], headerLength: Int?
    ) {
        var json: [UInt8] = []
        // The estimate is 128 bytes of JSON for each output, and the elements that follow as bytes.
        json.reserveCapacity(
            zip(outputs, isBinary).reduce(256) { $0 + 128 + ($1.1 ? $1.0.bytes.count : 0) })
        func key(_ name: String, _ lead: String = ",") {
            json.append(contentsOf: "\(lead)\"\(name)\":".utf8)
        }
        key("model_name", "{")
        JSONText.append(model, to: &json)
        key("model_version")
        JSONText.append(version, to: &json)
        if !id.isEmpty {
            key("id")
            JSONText.append(id, to: &json)
        }
        key("outputs")
        json.append(UInt8(ascii: "["))
        for (index, output) in outputs.enumerated() {
            if index > 0 { json.append(UInt8(ascii: ",")) }
            key("name", "{")
            JSONText.append(output.name, to: &json)
            key("datatype")
            JSONText.append(output.datatype.rawValue, to: &json)
            key("shape")
            json.append(
                contentsOf: "[\(output.shape.map(String.init).joined(separator: ","))]".utf8)
            if isBinary[index] {
                key("parameters")
                json.append(contentsOf: "{\"binary_data_size\":\(output.bytes.count)}".utf8)
            } else {
                key("data")
                try TensorNumbers.write(output, to: &json)
            }
            json.append(UInt8(ascii: "}"))
        }
        json.append(contentsOf: "]}".utf8)
        guard isBinary.contains(true) else { return (json, nil) }
        let length = json.count
        for (output, isBinary) in zip(outputs, isBinary) where isBinary {
            json.append(contentsOf: output.bytes)
        }
        return (json, length)
    }
}
