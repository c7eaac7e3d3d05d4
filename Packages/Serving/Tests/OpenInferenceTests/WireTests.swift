import OpenInference
import Testing

@Suite struct WireTests {
    private var request: InferRequest {
        var request = InferRequest()
        (request.model, request.version, request.id) = ("bird", "2", "q")
        request.inputs = [
            InferTensor(name: "x", datatype: .uint8, shape: [1, 300], bytes: [1, 2, 3])
        ]
        request.outputs = [InferRequest.Output(name: "y", isBinary: true)]
        return request
    }

    @Test func messagesSurvive() throws {
        #expect(try InferRequest(wire: request.wire[...]) == request)
        let response = InferResponse(
            model: "m", version: "1", id: "", outputs: request.inputs)
        #expect(try InferResponse(wire: response.wire[...]) == response)
        let metadata = ModelMetadata(
            name: "m", versions: ["1", "2"], platform: "tflite",
            inputs: [.init(name: "x", datatype: "FP32", shape: [-1, 4])], outputs: [])
        #expect(try ModelMetadata(wire: metadata.wire[...]) == metadata)
        let server = ServerMetadata(name: "s", version: "0", extensions: ["a", "b"])
        #expect(try ServerMetadata(wire: server.wire[...]) == server)
        #expect(try FlagMessage(wire: FlagMessage(true).wire[...]).isSet)
        #expect(!(try FlagMessage(wire: [])).isSet)
        let model = ModelMessage(name: "m", version: "3")
        #expect(try ModelMessage(wire: model.wire[...]) == model)
    }

    /// A message has no more inputs, outputs and raw contents than any model needs.
    @Test func listsHaveAnEnd() {
        var (inputs, outputs) = (request, request)
        inputs.inputs = [InferTensor](
            repeating: InferTensor(name: "x", datatype: .uint8, shape: [1], bytes: [1]),
            count: 1025)
        outputs.outputs = [InferRequest.Output](
            repeating: InferRequest.Output(name: "y", isBinary: true), count: 1025)
        let raw = [[UInt8]](repeating: [0x3A, 0], count: 1025).flatMap(\.self)
        for (wire, list) in [(inputs.wire, "inputs"), (outputs.wire, "outputs"), (raw, "inputs")] {
            let error = #expect(throws: ProtocolError.self) { try InferRequest(wire: wire[...]) }
            #expect(error?.message == "more than 1024 \(list)")
        }
    }

    /// The reader takes packed `InferTensorContents`, which the protocol's own tools write.
    @Test func typedContentsAreTaken() throws {
        // model_name "m"; inputs { name "x" datatype "INT8" shape [2] contents { int_contents [-1, 5] } }
        let contents: [UInt8] =
            [0x12, 11] + [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x01] + [5]
        let tensor: [UInt8] =
            [0x0A, 1, 0x78, 0x12, 4] + Array("INT8".utf8) + [0x1A, 1, 2, 0x2A]
            + [UInt8(contents.count)] + contents
        let wire: [UInt8] = [0x0A, 1, 0x6D, 0x2A, UInt8(tensor.count)] + tensor
        let request = try InferRequest(wire: wire[...])
        #expect(request.inputs.first?.bytes == [255, 5])
    }

    /// Protocol Buffers read every number except 0 as `true`, however large it is.
    @Test func everyNumberButZeroIsTrue() throws {
        // inputs { name "x" datatype "BOOL" shape [4] contents { bool_contents [0, 2, 300, -1] } }
        let numbers: [UInt8] =
            [0, 2, 0xAC, 2] + [UInt8](repeating: 0xFF, count: 9) + [0x01]
        let contents: [UInt8] = [0x0A, UInt8(numbers.count)] + numbers
        let tensor: [UInt8] =
            [0x0A, 1, 0x78, 0x12, 4] + Array("BOOL".utf8) + [0x1A, 1, 4, 0x2A]
            + [UInt8(contents.count)] + contents
        let request = try InferRequest(wire: ([0x2A, UInt8(tensor.count)] + tensor)[...])
        #expect(request.inputs.first?.bytes == [0, 1, 1, 1])
    }

    /// A packed list, a single number, and another packed list make one list.
    @Test func typedContentsMayComeInParts() throws {
        func request(_ contents: [UInt8], count: UInt8) throws -> InferRequest {
            let tensor: [UInt8] =
                [0x0A, 1, 0x78, 0x12, 5] + Array("INT32".utf8) + [0x1A, 1, count, 0x2A]
                + [UInt8(contents.count)] + contents
            return try InferRequest(wire: ([0x2A, UInt8(tensor.count)] + tensor)[...])
        }
        let parts: [UInt8] = [0x12, 3, 1, 0x80, 2, 0x10, 0xAC, 2, 0x12, 1, 7]
        let bytes: [UInt8] = [1, 0, 0, 0, 0, 1, 0, 0, 0x2C, 1, 0, 0, 7, 0, 0, 0]
        #expect(try request(parts, count: 4).inputs.first?.bytes == bytes[...])
        #expect(throws: ProtocolError.self) { try request(parts, count: 3) }
        // A number may not begin in one packed list and end in the next.
        let torn: [UInt8] = [0x12, 1, 0x80, 0x12, 1, 2]
        #expect(throws: ProtocolError.self) { try request(torn, count: 1) }
    }

    /// A later version of the protocol may add a field; it does not count as a second type.
    @Test func unknownFieldsOfContentsAreIgnored() throws {
        // inputs { name "x" datatype "INT8" shape [1] contents { int_contents [5], field 9: 1 } }
        let tensor: [UInt8] =
            [0x0A, 1, 0x78, 0x12, 4] + Array("INT8".utf8) + [0x1A, 1, 1, 0x2A, 5]
            + [0x48, 1, 0x12, 1, 5]
        let request = try InferRequest(wire: ([0x2A, UInt8(tensor.count)] + tensor)[...])
        #expect(request.inputs.first?.bytes == [5])
    }

    /// Two numbers of 32 bits are not one of 64 bits, and contents have one type.
    @Test(arguments: [
        [0x3D, 0, 0, 0, 0, 0x3D, 0, 0, 0, 0], [0x31, 0, 0, 0, 0, 0, 0, 0, 0], [0x38, 1],
        [0x10, 1, 0x18, 1],
    ])
    func contentsOfAnotherTypeAreRefused(_ contents: [UInt8]) throws {
        let tensor: [UInt8] =
            [0x0A, 1, 0x78, 0x12, 4] + Array("FP64".utf8) + [0x1A, 1, 1, 0x2A]
            + [UInt8(contents.count)] + contents
        #expect(throws: ProtocolError.self) {
            try InferRequest(wire: ([0x2A, UInt8(tensor.count)] + tensor)[...])
        }
    }

    /// A shape of a million axes in one packed list.
    @Test func shapesWithoutEndAreRefused() {
        let count = 1 << 20
        let size: [UInt8] = [0x80, 0x80, 0x40]
        let tensor: [UInt8] = [0x1A] + size + [UInt8](repeating: 1, count: count)
        let length = tensor.count
        let prefix: [UInt8] = [
            0x2A, UInt8(length & 0x7F | 0x80), UInt8(length >> 7 & 0x7F | 0x80),
            UInt8(length >> 14),
        ]
        let error = #expect(throws: ProtocolError.self) {
            try InferRequest(wire: (prefix + tensor)[...])
        }
        #expect(error.map { "\($0)".contains("32") } == true)
    }

    @Test func textsAreTaken() throws {
        // inputs { name "x" datatype "BYTES" shape [2] contents { bytes_contents ["ab", ""] } }
        let tensor: [UInt8] =
            [0x0A, 1, 0x78, 0x12, 5] + Array("BYTES".utf8) + [0x1A, 1, 2, 0x2A, 6]
            + [0x42, 2, 0x61, 0x62, 0x42, 0]
        let request = try InferRequest(wire: ([0x2A, UInt8(tensor.count)] + tensor)[...])
        #expect(request.inputs.first?.bytes == [2, 0, 0, 0, 0x61, 0x62, 0, 0, 0, 0])
    }

    @Test(arguments: [
        [0x0A, 5, 0x6D], [0x0B], [0x00], [0x0A], [0x08, 0xFF, 0xFF],
        [0x2A, 2, 0x0A, 9], [0x3A, 0], [0x0A, 2, 0xC3, 0x28],
        [0x08, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF],
        [0x0A, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x7F],
    ])
    func brokenMessagesAreRefused(_ bytes: [UInt8]) {
        #expect(throws: ProtocolError.self) { try InferRequest(wire: bytes[...]) }
    }

    /// An entry of a map of parameters, whose value is a number.
    private func parameter(_ name: String, _ field: UInt8, _ number: [UInt8]) -> [UInt8] {
        let value = [field << 3] + number
        let entry =
            [0x0A, UInt8(name.utf8.count)] + Array(name.utf8) + [0x12, UInt8(value.count)] + value
        return [UInt8(entry.count)] + entry
    }

    /// Parameters that ask for another answer are refused, not ignored.
    @Test(arguments: ["classification", "shared_memory_region"])
    func extensionsThatAreMissingAreRefused(name: String) throws {
        let output: [UInt8] = [0x0A, 1, 0x79, 0x12] + parameter(name, 2, [3])
        let input: [UInt8] = [0x0A, 1, 0x78, 0x22] + parameter(name, 2, [3])
        for wire in [[0x32, UInt8(output.count)] + output, [0x2A, UInt8(input.count)] + input] {
            let error = #expect(throws: ProtocolError.self) { try InferRequest(wire: wire[...]) }
            #expect(error?.message.contains("is not served") == true)
        }
        let other: [UInt8] = [0x0A, 1, 0x79, 0x12] + parameter("binary_data", 2, [1])
        let request = try InferRequest(wire: ([0x32, UInt8(other.count)] + other)[...])
        #expect(request.outputs == [InferRequest.Output(name: "y", isBinary: true)])
    }

    @Test func timeoutsAreNotNegative() throws {
        let negative = [UInt8](repeating: 0xFF, count: 9) + [0x01]
        #expect(throws: ProtocolError.self) {
            try InferRequest(wire: ([0x22] + parameter("timeout", 2, negative))[...])
        }
        for field in [2, 5] as [UInt8] {
            let wire = [0x22] + parameter("timeout", field, [0xFA, 0x01])
            #expect(try InferRequest(wire: wire[...]).timeout == 250)
        }
    }

    @Test func damagedMessagesNeverTrap() {
        let wire = request.wire
        var (read, refused) = (0, 0)
        for index in wire.indices {
            _ = try? InferRequest(wire: wire[..<index])
            for value in [0, 1, 0x7F, 0x80, 0xFF] as [UInt8] {
                var damaged = wire
                damaged[index] = value
                if (try? InferRequest(wire: damaged[...])) != nil {
                    read += 1
                } else {
                    refused += 1
                }
                _ = try? InferResponse(wire: damaged[...])
                _ = try? ModelMetadata(wire: damaged[...])
            }
        }
        #expect(read > 0 && refused > 0, "\(read) of the damaged requests were read")
    }
}
