import ModelFixtures
import SightTensor

/// A classifier of two classes with metadata, and with files in the archive behind it.
enum PackedModel {
    /// Makes the bytes.
    ///
    /// - Parameters:
    ///   - output: the fields of the metadata of the output.
    ///   - files: the names and the contents of the files in the archive; no archive if empty.
    /// - Returns: a model file.
    static func make(output: [Int: FlatValue], files: [(name: String, text: String)] = [])
        -> [UInt8]
    {
        var builder = ModelBuilder()
        builder.inputs = [
            builder.tensor(
                "image", .uint8, [1, 4, 4, 3],
                quantization: Quantization(scale: 1 / 128, zeroPoint: 128))
        ]
        builder.outputs = [
            builder.tensor(
                "scores", .uint8, [1, 2], quantization: Quantization(scale: 1 / 256, zeroPoint: 0),
                data: [10, 200])
        ]
        let graph = FlatValue.table([3: .list([.table(output)])])
        builder.metadata(
            "TFLITE_METADATA",
            FlatWriter.write(root: .table([3: .list([graph])]), identifier: "M001"))
        return files.isEmpty ? builder.build() : archive(files, behind: builder.build())
    }

    /// Returns the metadata of an associated file of a kind of the schema.
    static func file(_ name: String, kind: Int, locale: String = "") -> FlatValue {
        .table([0: .string(name), 2: .byte(kind), 3: .string(locale)])
    }

    /// Returns the metadata of a process unit of a kind of the schema.
    static func unit(_ kind: Int, _ options: [Int: FlatValue] = [:]) -> FlatValue {
        .table([0: .byte(kind), 1: .table(options)])
    }

    /// Returns the end of an archive whose directory is not there.
    static let damagedArchive: [UInt8] =
        [0x50, 0x4B, 5, 6, 0, 0, 0, 0, 1, 0, 1, 0] + [UInt8](repeating: 0, count: 10)

    private static func archive(_ files: [(name: String, text: String)], behind model: [UInt8])
        -> [UInt8]
    {
        var bytes = model
        var directory: [UInt8] = []
        for (name, text) in files {
            let offset = UInt32(bytes.count)
            let (name, content) = (Array(name.utf8), Array(text.utf8))
            let size = UInt32(content.count).littleEndianBytes
            var common = [UInt8](repeating: 0, count: 10)
            common[0] = 10
            common += checksum(content).littleEndianBytes
            common += size + size
            common += UInt16(name.count).littleEndianBytes
            common += [0, 0]
            bytes += [0x50, 0x4B, 3, 4] + common
            bytes += name + content
            directory += [0x50, 0x4B, 1, 2, 20, 0] + common
            directory += [UInt8](repeating: 0, count: 10)
            directory += offset.littleEndianBytes + name
        }
        let (start, count) = (UInt32(bytes.count), UInt16(files.count).littleEndianBytes)
        bytes += directory
        bytes += [0x50, 0x4B, 5, 6, 0, 0, 0, 0]
        bytes += count + count
        bytes += UInt32(directory.count).littleEndianBytes + start.littleEndianBytes
        return bytes + [0, 0]
    }

    /// The CRC-32 of ZIP.
    private static func checksum(_ bytes: [UInt8]) -> UInt32 {
        var rest: UInt32 = .max
        for byte in bytes {
            rest ^= UInt32(byte)
            for _ in 0..<8 { rest = rest & 1 == 0 ? rest >> 1 : rest >> 1 ^ 0xEDB8_8320 }
        }
        return ~rest
    }
}
