import OpenInference
import Testing

@Suite struct InferRequestJSONTests {
    private func read(_ json: String, _ extra: [UInt8] = []) throws -> InferRequest {
        try InferRequest(
            body: Array(json.utf8) + extra, headerLength: extra.isEmpty ? nil : json.utf8.count)
    }

    @Test func elementsMayComeBeforeTheirType() throws {
        let request = try read(
            """
            {"id": "a\\"b", "unknown": {"x": [1, {"y": null}]}, "inputs": [
              {"data": [[1, 2.0], [3e0, 4]], "shape": [2, 2], "name": "x", "datatype": "INT16"}],
             "outputs": [{"name": "y", "parameters": {"binary_data": true}}],
             "parameters": {"timeout": 250}}
            """)
        #expect(request.id == "a\"b")
        #expect(request.timeout == 250)
        #expect(
            request.inputs == [
                InferTensor(
                    name: "x", datatype: .int16, shape: [2, 2], bytes: [1, 0, 2, 0, 3, 0, 4, 0])
            ])
        #expect(request.outputs == [InferRequest.Output(name: "y", isBinary: true)])
    }

    @Test(arguments: ["inputs", "outputs"]) func listsHaveAnEnd(list: String) {
        let entry = list == "inputs" ? "{}" : #"{"name": "y"}"#
        let entries = [String](repeating: entry, count: 1025).joined(separator: ",")
        let error = #expect(throws: ProtocolError.self) {
            try read(#"{"\#(list)": [\#(entries)]}"#)
        }
        #expect(error?.message == "more than 1024 \(list)")
    }

    @Test func bytesFollowInTheOrderOfTheInputs() throws {
        let request = try read(
            """
            {"inputs": [
              {"name": "a", "shape": [2], "datatype": "UINT8", "parameters": {"binary_data_size": 2}},
              {"name": "b", "shape": [1], "datatype": "BOOL", "data": [true]},
              {"name": "c", "shape": [1], "datatype": "UINT8", "parameters": {"binary_data_size": 1}}],
             "parameters": {"binary_data_output": true}}
            """, [7, 8, 9])
        #expect(request.inputs.map(\.bytes) == [[7, 8], [1], [9]])
        #expect(request.prefersBinary)
    }

    @Test func textsGoBehindTheirLengths() throws {
        let request = try read(
            #"""
            {"inputs": [{"name": "x", "shape": [2, 1], "datatype": "BYTES",
                         "data": [["a\u00e9"], [""]]}]}
            """#)
        #expect(request.inputs.first?.bytes == [3, 0, 0, 0, 0x61, 0xC3, 0xA9, 0, 0, 0, 0])
    }

    @Test(arguments: [
        (#"\"\\\/\b\f\n\r\t"#, "\"\\/\u{8}\u{C}\n\r\t"), (#"a\u00e9\u20AC"#, "aé€"),
        (#"\ud83d\ude00é"#, "😀é"), (#"\u0000"#, "\u{0}"),
    ])
    func escapesAreRead(_ escaped: String, _ text: String) throws {
        #expect(try read("{\"id\": \"\(escaped)\"}").id == text)
    }

    @Test(arguments: [
        #"\ud83d"#, #"\ude00"#, #"\ud83d\ud83d"#, #"\ud83dx"#, #"\u12"#, #"\u00g0"#, #"\a"#,
        #"\U0041"#, "\\\n",
    ])
    func brokenEscapesAreRefused(_ escaped: String) {
        #expect(throws: ProtocolError.self) { try read("{\"id\": \"\(escaped)\"}") }
    }

    /// Clients in Python write their unset fields as `null`.
    @Test func nullCountsAsMissing() throws {
        let request = try read(
            """
            {"id": null, "parameters": null, "outputs": null, "inputs": [
              {"name": "x", "shape": [1], "datatype": "UINT8", "parameters": null, "data": [7]}]}
            """)
        #expect(request.id.isEmpty && request.outputs.isEmpty && request.timeout == nil)
        #expect(request.inputs.first?.bytes == [7])
        let output = try read(#"{"outputs": [{"name": "y", "parameters": null}]}"#)
        #expect(output.outputs == [InferRequest.Output(name: "y")])
        for json in [#"{"id": nul}"#, #"{"id": nulls}"#, #"{"inputs": [null]}"#] {
            #expect(throws: ProtocolError.self) { try read(json) }
        }
    }

    @Test func manyEscapesAreRead() throws {
        let count = 100_000
        let texts = String(repeating: #""\n","#, count: count - 1) + #""\n""#
        let request = try read(
            #"{"inputs": [{"name": "x", "shape": [\#(count)], "datatype": "BYTES", "#
                + "\"data\": [\(texts)]}]}")
        #expect(request.inputs.first?.bytes.count == 5 * count)
    }

    static let tensor = #"{"name": "x", "shape": [2], "datatype": "FP32", "data": "#

    @Test(arguments: [
        "", "{", "[]", "{}x", #"{"inputs": [{}]}"#, #"{"inputs": {}}"#,
        #"{"inputs": [{"name": "x", "shape": [2], "datatype": "FP33", "data": [1, 2]}]}"#,
        #"{"inputs": [{"name": "x", "shape": [-2], "datatype": "FP32", "data": [1, 2]}]}"#,
        #"{"inputs": [{"name": "x", "shape": [9999999999, 9999999999], "datatype": "FP32", "data": []}]}"#,
        #"{"inputs": [{"name": "x", "shape": [1000000000], "datatype": "FP32", "data": [1]}]}"#,
        #"{"inputs": [{"name": "x", "shape": [300], "datatype": "UINT8", "data": [256]}]}"#,
        #"{"inputs": [{"name": "x", "shape": [1], "datatype": "UINT8", "data": [256]}]}"#,
        #"{"inputs": [{"name": "x", "shape": [1], "datatype": "UINT8", "data": [1.5]}]}"#,
        #"{"inputs": [{"name": "x", "shape": [1], "datatype": "FP16", "data": [1.5]}]}"#,
        #"{"inputs": [{"name": "x", "shape": [1], "datatype": "BYTES", "data": [1]}]}"#,
        #"{"inputs": [{"name": "x", "shape": [2], "datatype": "BYTES", "data": ["a"]}]}"#,
        #"{"inputs": [{"name": "x", "shape": [1], "datatype": "UINT8"}]}"#,
        #"{"inputs": [{"name": "x", "shape": [1], "datatype": "UINT8", "parameters": {"binary_data_size": 1}}]}"#,
        #"{"inputs": [{"name": "x", "shape": [1], "datatype": "UINT8", "parameters": {"binary_data_size": -1}}]}"#,
        "{\"inputs\": [\(tensor)[1]}]}", "{\"inputs\": [\(tensor)[1, 2, 3]}]}",
        "{\"inputs\": [\(tensor)[+1, 2]}]}", "{\"inputs\": [\(tensor)[0x10, 2]}]}",
        "{\"inputs\": [\(tensor)[-0x1p3, 2]}]}",
        #"{"inputs": [{"name": "x", "shape": [1], "datatype": "UINT8", "data": [+1]}]}"#,
        #"{"inputs": [{"name": "x", "shape": [1], "datatype": "UINT8", "data": [0x1]}]}"#,
        #"{"inputs": [{"name": "x", "shape": [+1], "datatype": "UINT8", "data": [1]}]}"#,
        "{\"inputs\": [\(tensor)[1, nan]}]}", "{\"inputs\": [\(tensor)[1, \"2\"]}]}",
        "{\"inputs\": [\(tensor)[1, 2]}], \"id\": 7}", "{\"id\": \"\\x\"}", "{\"id\": \"a",
        "{\"outputs\": [{}]}",
        "{\"outputs\": [{\"name\": \"y\", \"parameters\": {\"classification\": 3}}]}",
        "{\"outputs\": [{\"name\": \"y\", \"parameters\": {\"shared_memory_region\": \"r\"}}]}",
        #"{"inputs": [{"name": "x", "shape": [1], "datatype": "UINT8", "parameters": {"shared_memory_region": "r"}, "data": [1]}]}"#,
        #"{"parameters": {"timeout": -1}}"#,
        // Numbers that Swift reads, but JSON does not have, and values without quotes.
        "{\"inputs\": [\(tensor)[01, 2]}]}", "{\"inputs\": [\(tensor)[1., 2]}]}",
        "{\"inputs\": [\(tensor)[1e, 2]}]}", "{\"inputs\": [\(tensor)[-, 2]}]}",
        #"{"inputs": [{"name": "x", "shape": [01], "datatype": "UINT8", "data": [1]}]}"#,
        #"{"inputs": [{"name": "x", "shape": [1], "datatype": "UINT8", "data": [01]}]}"#,
        #"{"other": bar}"#, #"{"other": [1.]}"#, #"{other: 1}"#,
        // Numbers that a type does not have.
        "{\"inputs\": [\(tensor)[1e39, 2]}]}", "{\"inputs\": [\(tensor)[1e309, 2]}]}",
        #"{"inputs": [{"name": "x", "shape": [1], "datatype": "INT64", "data": [9223372036854775808.0]}]}"#,
        #"{"inputs": [{"name": "x", "shape": [1], "datatype": "INT64", "data": [1e99]}]}"#,
        #"{"inputs": [{"name": "x", "shape": [1], "datatype": "INT64", "data": [15e-1]}]}"#,
    ])
    func brokenRequestsAreRefused(_ json: String) {
        #expect(throws: ProtocolError.self) { try read(json) }
    }

    /// No floating-point number comes between the text and the integer.
    @Test(arguments: [
        ("9007199254740993.0", 9_007_199_254_740_993), ("-9223372036854775808.00", Int64.min),
        ("9.007199254740993e15", 9_007_199_254_740_993), ("0e99999999999999999999", 0),
        ("-0.0", 0), ("120e-1", 12), ("1E+2", 100),
    ])
    func wholeNumbersAreExact(_ text: String, _ number: Int64) throws {
        let request = try read(
            #"{"inputs": [{"name": "x", "shape": [1], "datatype": "INT64", "data": [\#(text)]}]}"#)
        let bytes = withUnsafeBytes(of: number.littleEndian) { Array($0) }
        #expect(request.inputs.first?.bytes == bytes[...])
    }

    /// A decimal number is rounded once, not to 64 bits first.
    @Test func realNumbersAreTheNearest() throws {
        let request = try read("{\"inputs\": [\(Self.tensor)[1.00000005960464484, -0.0]}]}")
        let values: [Float] = [1.0000001, -0.0]
        #expect(request.inputs.first?.bytes == values.withUnsafeBytes { Array($0) }[...])
    }

    @Test func aTimeoutOfZeroIsNone() throws {
        #expect(try read(#"{"parameters": {"timeout": 0}}"#).timeout == 0)
    }

    @Test func nestingIsLimited() {
        let deep = String(repeating: "[", count: 100_000)
        #expect(throws: ProtocolError.self) { try read("{\"x\": \(deep)") }
        #expect(throws: ProtocolError.self) { try read("{\"inputs\": [\(Self.tensor)\(deep)") }
    }

    @Test func leftoverBytesAreRefused() {
        #expect(throws: ProtocolError.self) { try read("{\"inputs\": []}", [1]) }
        #expect(throws: ProtocolError.self) {
            try InferRequest(body: Array("{}".utf8), headerLength: 3)
        }
    }

    /// Every prefix of a request is refused or read, and never causes a crash.
    @Test func damagedRequestsNeverTrap() {
        let json = Array(
            #"{"id":"q","inputs":[{"name":"x","shape":[2],"datatype":"INT8","data":[-1,2]}]}"#.utf8)
        for length in 0..<json.count {
            #expect(throws: ProtocolError.self) {
                try InferRequest(body: Array(json[..<length]), headerLength: nil)
            }
            for bit in 0..<8 {
                var damaged = json
                damaged[length] ^= 1 << UInt8(bit)
                let request = try? InferRequest(body: damaged, headerLength: nil)
                for input in request?.inputs ?? [] {
                    let count = input.shape.reduce(1, *) * (input.datatype.width ?? 0)
                    #expect(input.datatype == .bytes || input.bytes.count == count)
                }
            }
        }
    }
}
