import Foundation
import OpenInference
import Testing

@Suite struct InferResponseJSONTests {
    private func response(_ outputs: [InferTensor]) -> InferResponse {
        InferResponse(model: "m", version: "2", id: "i\n\"", outputs: outputs)
    }

    private func bytes(_ values: [Float]) -> [UInt8] { values.withUnsafeBytes { Array($0) } }

    @Test func numbersSurvive() throws {
        let values: [Float] = [0, -1.5, .greatestFiniteMagnitude, .leastNonzeroMagnitude, 0.1]
        let tensor = InferTensor(
            name: "y", datatype: .float32, shape: [5], bytes: bytes(values)[...])
        let (body, length) = try response([tensor]).body(isBinary: [false])
        #expect(length == nil)
        let object = try JSONSerialization.jsonObject(with: Data(body)) as? [String: Any]
        #expect(object?["model_version"] as? String == "2")
        #expect(object?["id"] as? String == "i\n\"")
        let output = (object?["outputs"] as? [[String: Any]])?.first
        #expect((output?["data"] as? [NSNumber])?.map(\.floatValue) == values)
        #expect(output?["datatype"] as? String == "FP32")
    }

    @Test func bytesComeBehindTheText() throws {
        let binary = InferTensor(name: "a", datatype: .int8, shape: [3], bytes: [1, 2, 3])
        let text = InferTensor(name: "b", datatype: .int8, shape: [2], bytes: [255, 4])
        let (body, length) = try response([binary, text]).body(isBinary: [true, false])
        let header = try #require(length)
        #expect(Array(body[header...]) == [1, 2, 3])
        let json = String(decoding: body[..<header], as: UTF8.self)
        #expect(json.contains(#""parameters":{"binary_data_size":3}"#))
        #expect(json.contains("\"data\":[-1,4]"))
    }

    @Test func textsSurvive() throws {
        let bytes: [UInt8] = [3, 0, 0, 0, 0x61, 0xC3, 0xA9, 0, 0, 0, 0, 1, 0, 0, 0, 0x22]
        let tensor = InferTensor(name: "y", datatype: .bytes, shape: [3], bytes: bytes[...])
        let (body, _) = try response([tensor]).body(isBinary: [false])
        #expect(String(decoding: body, as: UTF8.self).contains(#""data":["aé","","\""]"#))
    }

    @Test func whatJSONLacksIsAnError() {
        let noText = InferTensor(
            name: "y", datatype: .bytes, shape: [1], bytes: [1, 0, 0, 0, 0xFF])
        #expect(throws: ProtocolError.self) { try response([noText]).body(isBinary: [false]) }
        let nan = InferTensor(name: "y", datatype: .float32, shape: [1], bytes: bytes([.nan])[...])
        #expect(throws: ProtocolError.self) { try response([nan]).body(isBinary: [false]) }
        #expect(throws: Never.self) { try response([nan]).body(isBinary: [true]) }
    }
}
