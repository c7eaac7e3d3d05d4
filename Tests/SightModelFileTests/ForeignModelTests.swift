import ModelFixtures
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
        ([0xFF, 0xD8, 0xFF, 0xE0, 0, 0x10, 0x4A, 0x46], .image(format: "JPEG")),
        ([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], .image(format: "PNG")),
        (Array("GIF89a".utf8), .image(format: "GIF")),
        (Array("RIFF????WEBPVP8 ".utf8), .image(format: "WebP")),
    ]

    @Test(arguments: files)
    func theFormatIsNamed(_ bytes: [UInt8], _ format: ForeignModel) throws {
        let bytes = try ModelBytes(bytes)
        #expect(ForeignModel(bytes) == format)
        let error = #expect(throws: ModelError.self) { _ = try ModelReader.read(bytes) }
        #expect(error?.code == .notAModel)
        #expect(error?.message == format.advice)
    }

    @Test func onnxNamesItsCommand() {
        #expect(ForeignModel.onnx.advice.contains("onnx2tf -i model.onnx"))
        #expect(ForeignModel.coreML.advice.contains("litert_torch.convert"))
    }

    /// Returns a file of a ZIP archive: the header with an extra field, and zeros as content.
    private func member(_ name: String, _ byteCount: UInt32, flags: UInt16 = 0) -> [UInt8] {
        var bytes: [UInt8] = [0x50, 0x4B, 0x03, 0x04, 20, 0]
        bytes += flags.littleEndianBytes
        bytes += [UInt8](repeating: 0, count: 10)
        bytes += byteCount.littleEndianBytes + byteCount.littleEndianBytes
        bytes += UInt16(name.utf8.count).littleEndianBytes + UInt16(3).littleEndianBytes
        bytes += Array(name.utf8)
        return bytes + [UInt8](repeating: 0, count: 3 + min(Int(byteCount), 1000))
    }

    /// MediaPipe's own bundles begin with two zero bytes, those of other programs do not.
    @Test(arguments: [[], [0, 0]] as [[UInt8]])
    func bundlesAreToldFromOtherArchives(_ start: [UInt8]) throws {
        var bytes = start + member("a.tflite", 300)
        bytes += member("b.bin", 0) + member("c.task", 2)
        let bundle = ForeignModel.bundle(models: ["a.tflite", "c.task"])
        #expect(ForeignModel(try ModelBytes(bytes)) == bundle)
        let error = #expect(throws: ModelError.self) {
            _ = try ModelReader.read(ModelBytes(bytes))
        }
        #expect(error?.code == .notAModel)
        #expect(error?.message.contains(bundle.advice) == true)
        let torch = start + member("archive/data.pkl", 4) + member("a.tflite", 4)
        #expect(ForeignModel(try ModelBytes(torch)) == .archive)
    }

    @Test func aBundleNamesItsModels() {
        let advice = ForeignModel.bundle(models: ["a.tflite", "b.tflite"]).advice
        #expect(advice.contains("MediaPipe bundle; unzip it"))
        #expect(advice.hasSuffix(": a.tflite, b.tflite"))
        #expect(ForeignModel.bundle(models: []).advice.hasSuffix("give one of its models"))
    }

    /// The list ends where the next header is unknown, and leaves out names that are no plain text.
    @Test func theNamesOfABundleAreRead() throws {
        let last = member("z.tflite", 1)
        let many = (0..<20).flatMap { member("\($0).tflite", 1) }
        let starts: [([UInt8], [String])] = [
            (member("a.tflite", 4, flags: 8), ["a.tflite"]),
            (member("a.tflite", 0xFFFF_FFFF), ["a.tflite"]),
            (member("a.tflite", 2) + [0], ["a.tflite"]),
            (member("ä\n.tflite", 2), ["z.tflite"]),
            (many, (0..<16).map { "\($0).tflite" }),
        ]
        for (start, names) in starts {
            let bytes = try ModelBytes(start + last)
            #expect(ForeignModel(bytes) == .bundle(models: names))
        }
        #expect(ForeignModel(try ModelBytes(last.prefix(20))) == .archive)
    }

    @Test func anImageIsNoModel() {
        #expect(
            ForeignModel.image(format: "JPEG").advice
                == "the file is a JPEG image, not a .tflite model")
    }

    private static let others: [[UInt8]] = [
        [], Array("garbage!".utf8), [0x08, 0x06], [UInt8](repeating: 8, count: 64),
        Array("RIFF????WAVEfmt ".utf8),
    ]

    @Test(arguments: others)
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
