import SightModelFile
import Testing

@Suite struct ForeignModelTests {
    /// The first bytes of files of other formats.
    private static let files: [([UInt8], ForeignModel)] = [
        ([0x08, 0x06, 0x12, 0x07] + Array("pytorch".utf8) + [0x1A, 0x06], .onnx),
        ([0x08, 0x07, 0x12, 0x0C] + Array("PaddlePaddle:".utf8), .onnx),
        ([0x08, 0x08, 0x3A, 0xAB, 0x8B, 0xC5, 0x03, 0x0A], .onnx),
        ([0x08, 0x04, 0x12, 0x90, 0x03, 0x0A, 0x20, 0x0A, 0x05], .coreML),
        ([0x08, 0x01, 0x12, 0x40, 0x0A, 0x1C, 0x0A, 0x05], .coreML),
        ([0x50, 0x4B, 0x03, 0x04, 0, 0, 0, 0], .archive),
        ([0x89, 0x48, 0x44, 0x46, 0x0D, 0x0A, 0x1A, 0x0A], .hdf5),
    ]

    @Test(arguments: files)
    func theConverterIsNamed(_ bytes: [UInt8], _ format: ForeignModel) throws {
        let bytes = try ModelBytes(bytes)
        #expect(ForeignModel(bytes) == format)
        let error = #expect(throws: ModelError.self) { _ = try ModelReader.read(bytes) }
        #expect(error?.code == .notAModel)
        #expect(error?.message.hasPrefix("The model is not a valid FlatBuffer buffer.") == true)
        #expect(error?.message.contains(format.advice) == true)
    }

    @Test func onnxNamesItsCommand() {
        #expect(ForeignModel.onnx.advice.contains("onnx2tf -i model.onnx"))
        #expect(ForeignModel.coreML.advice.contains("litert_torch.convert"))
    }

    @Test(arguments: [[], Array("garbage!".utf8), [0x08, 0x06], [UInt8](repeating: 8, count: 64)])
    func otherBytesGetNoAdvice(_ bytes: [UInt8]) throws {
        #expect(ForeignModel(try ModelBytes(bytes)) == nil)
    }

    @Test(arguments: ["a/Net.mlpackage", "a/Net.mlpackage/", "Net.mlmodelc"])
    func foldersAreNamedToo(_ path: String) throws {
        let error = #expect(throws: ModelError.self) { _ = try ModelBytes(contentsOf: path) }
        #expect(error?.code == .notAModel)
        #expect(error?.message.contains(path) == true)
        #expect(error?.message.contains("Core ML") == true)
    }
}
