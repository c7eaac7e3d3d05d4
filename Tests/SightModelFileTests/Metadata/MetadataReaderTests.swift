import ModelFixtures
import SightModelFile
import SightTensor
import Testing

@Suite struct MetadataReaderTests {
    private func flatBuffer(output: [Int: FlatValue]) -> [UInt8] {
        FlatWriter.write(
            root: .table([
                0: .string("model"),
                3: .list([.table([3: .list([.table(output)])])]),
            ]), identifier: "M001")
    }

    private func model(_ metadata: [UInt8]?, files: [StoredArchive.File] = []) throws -> Model {
        var builder = ModelBuilder()
        builder.inputs = [builder.tensor("x", .float32, [1])]
        builder.outputs = builder.inputs
        if let metadata { builder.metadata("TFLITE_METADATA", metadata) }
        let bytes = builder.build()
        return try ModelReader.read(
            ModelBytes(
                files.isEmpty ? bytes : StoredArchive(files: files).appended(to: bytes)))
    }

    private func expectInvalid(_ output: [Int: FlatValue], _ fragment: String) {
        let error = #expect(throws: ModelError.self) {
            try model(flatBuffer(output: output)).metadata()
        }
        #expect(error?.code == .invalidMetadata)
        #expect(error?.message.contains(fragment) == true, "\(error?.message ?? "")")
    }

    private func unit(_ kind: Int, _ options: [Int: FlatValue]) -> FlatValue {
        .table([0: .byte(kind), 1: .table(options)])
    }

    @Test func absent() throws {
        #expect(try model(nil).metadata() == nil)
        #expect(try model(nil).minimumRuntimeVersion == nil)
    }

    @Test func wrongIdentifier() {
        let bytes = FlatWriter.write(root: .table([:]), identifier: "M002")
        let error = #expect(throws: ModelError.self) { try model(bytes).metadata() }
        #expect(error?.code == .invalidMetadata)
        #expect(error?.message == "the metadata does not have the identifier M001")
    }

    @Test func damageHasACause() throws {
        var bytes = flatBuffer(output: [:])
        bytes[0] = 0xFF
        bytes[1] = 0xFF
        let error = #expect(throws: ModelError.self) { try model(bytes).metadata() }
        #expect(error?.code == .invalidMetadata)
        #expect((error?.cause as? ModelError)?.code == .malformed)
    }

    @Test func twoUnitsOfOneKind() {
        let normalization = unit(1, [0: .floats([0]), 1: .floats([1])])
        expectInvalid(
            [0: .string("image"), 4: .list([normalization, normalization])],
            "tensor \"image\" has two process units of kind 1, expected one")
    }

    @Test func reasonsSurviveTheWrapping() throws {
        let unit = unit(3, [:])
        let error = #expect(throws: ModelError.self) {
            try model(flatBuffer(output: [4: .list([unit, unit])])).metadata()
        }
        #expect(error?.detail == .metadata(.repeatedProcessUnit(kind: 3)))
        var file = StoredArchive.File(name: "a", content: [65])
        file.byteCount = 1 << 31
        let damage = #expect(throws: ModelError.self) {
            try model(flatBuffer(output: [:]), files: [file]).metadata()
        }
        #expect(damage?.code == .invalidMetadata && damage?.detail == .metadata(.damagedArchive))
    }

    @Test(arguments: [
        ([], []), ([1], []), ([1, 2], [1]), ([1], [0]), ([.nan], [1]), ([1], [.infinity]),
    ])
    func normalization(mean: [Float], deviation: [Float]) {
        expectInvalid(
            [4: .list([unit(1, [0: .floats(mean), 1: .floats(deviation)])])],
            "standard deviation")
    }

    @Test func badValues() {
        expectInvalid([4: .list([unit(2, [0: .byte(3)])])], "score transformation 3 is unknown")
        expectInvalid([4: .list([unit(2, [1: .float(.nan)])])], "score is nan")
        expectInvalid([4: .list([unit(3, [0: .float(.infinity)])])], "score is inf")
        let boxes = { (index: [Int], unit: Int) -> [Int: FlatValue] in
            [3: .table([0: .byte(3), 1: .table([0: .ints(index), 2: .byte(unit)])])]
        }
        expectInvalid(boxes([0, 1, 2, 2], 0), "box positions [0, 1, 2, 2]")
        expectInvalid(boxes([0, 1, 2, 3, 4], 0), "box positions")
        expectInvalid(boxes([3, 2, 1, 0], 2), "coordinate type 2 is unknown")
    }

    @Test func calibrationNeedsItsFile() throws {
        let metadata = try #require(
            try model(flatBuffer(output: [4: .list([unit(2, [:])])])).metadata())
        let error = #expect(throws: ModelError.self) {
            try metadata.scoreCalibration(forOutput: 0, classCount: 1)
        }
        #expect(error?.code == .invalidMetadata)
        #expect(error?.message.contains("asks for score calibration") == true)
        #expect(error?.detail == .metadata(.missingCalibrationFile))
    }

    @Test func localizedLabels() throws {
        let file = { (name: String, locale: String) -> FlatValue in
            .table([0: .string(name), 2: .byte(2), 3: .string(locale)])
        }
        let metadata = try #require(
            try model(
                flatBuffer(output: [
                    6: .list([file("a", ""), file("b", "en"), file("c", "de"), file("d", "fr")])
                ]),
                files: [
                    .init(name: "a", content: Array("/m/1\n".utf8)),
                    .init(name: "b", content: Array("cat".utf8)),
                    .init(name: "c", content: Array("Katze\nHund\n".utf8)),
                ]
            ).metadata())
        #expect(try metadata.labels(forOutput: 0)?.text(of: 0) == "cat")
        #expect(try metadata.labels(forOutput: 0, locale: "it")?.text(of: 0) == "/m/1")
        for locale in ["de", "fr"] {
            let error = #expect(throws: ModelError.self) {
                try metadata.labels(forOutput: 0, locale: locale)
            }
            #expect(error?.code == .invalidMetadata)
        }
    }

    /// 20,000 entries that share a name of 100,000 bytes would need 2 GB.
    @Test func sharedStringsArePaidForEachTime() {
        let name = [UInt8](repeating: 0x61, count: 100_000)
        var bytes = flatBuffer(output: [
            6: .list([FlatValue](repeating: .table([0: .string("x")]), count: 20_000))
        ])
        let target = bytes.count
        bytes += UInt32(name.count).littleEndianBytes + name
        // Every table of the list looks the same: offset to its vtable, then to its name.
        let pattern = UInt32(1).littleEndianBytes + [0x78, 0]
        var position = 0
        while let start = (position..<target).first(where: {
            bytes[$0...].starts(with: pattern)
        }) {
            let offset = start - 4
            bytes.replaceSubrange(
                offset..<(offset + 4), with: UInt32(target - offset).littleEndianBytes)
            position = start + pattern.count
        }
        let error = #expect(throws: ModelError.self) { try model(bytes).metadata() }
        #expect(error?.message.contains("without end") == true, "\(error?.message ?? "")")
    }

    /// Every truncation and changed byte: metadata or an error.
    @Test func hostile() throws {
        let bytes = flatBuffer(output: [
            0: .string("score"), 3: .table([0: .byte(3), 1: .table([0: .ints([1, 0, 3, 2])])]),
            4: .list([unit(1, [0: .floats([0]), 1: .floats([1])]), unit(3, [0: .float(0.5)])]),
            6: .list([.table([0: .string("labels.txt"), 2: .byte(2)])]),
        ])
        var (read, refused) = (0, 0)
        for index in bytes.indices {
            _ = try? model(Array(bytes.prefix(index))).metadata()
            for value: UInt8 in [0, 1, 4, 0x7F, 0x80, 0xFF] {
                var changed = bytes
                changed[index] = value
                if (try? model(changed).metadata()) != nil { read += 1 } else { refused += 1 }
            }
        }
        #expect(read > 0 && refused > 0, "\(read) of the damaged tables were read")
    }
}
