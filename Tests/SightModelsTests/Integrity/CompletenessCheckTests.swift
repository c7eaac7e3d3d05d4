import Foundation
import SightModels
import Testing

@Suite struct CompletenessCheckTests {
    private let scratch = ScratchStore()

    /// Returns the refusal of a file; `nil` if it is complete.
    private func refusal(of bytes: [UInt8]) throws -> ModelDeliveryError? {
        let file = try scratch.file("model.tflite", bytes)
        do throws(ModelDeliveryError) {
            var check = try CompletenessCheck(
                try ModelID("bird"), path: file.path, size: bytes.count)
            try check.run()
            return nil
        } catch {
            return error
        }
    }

    @Test func wholeModelsAreComplete() throws {
        #expect(try refusal(of: SampleModel.bytes) == nil)
        #expect(try refusal(of: modelBytes(100)) == nil)
    }

    /// The archive of a model's metadata follows the FlatBuffer.
    @Test(arguments: [[UInt8](), [1, 2, 3, 0x50, 0x4B, 5, 6, 9]])
    func archivesHaveAnEnd(comment: [UInt8]) throws {
        let end = [0x50, 0x4B, 5, 6] + [UInt8](repeating: 0, count: 16)
        let whole =
            SampleModel.bytes + [0x50, 0x4B, 3, 4, 20, 0] + end + [UInt8(comment.count), 0]
            + comment
        #expect(try refusal(of: whole) == nil)
        for missing in 1...(22 + comment.count) {
            let error = try refusal(of: Array(whole.dropLast(missing)))
            #expect(error?.message.contains("the archive after it has no end") == true)
        }
    }

    @Test func everyCutIsFound() throws {
        let bytes = SampleModel.bytes
        #expect(bytes.count == 364)
        for count in bytes.indices {
            let error = try #require(try refusal(of: Array(bytes.prefix(count))))
            #expect(error.code == .notAModel)
            #expect(error.message.contains("\"bird\": the \(count) bytes are not a complete"))
        }
    }

    /// A file of more than 2 GiB has its weights after the FlatBuffer.
    @Test(arguments: [
        (UInt64(72), UInt64(28), true), (72, 29, false), (101, 0, false), (100, 0, true),
        (0, 999, true), (1, 999, true), (.max, 2, false), (72, .max, false),
    ])
    func bytesOutsideOfTheFlatBufferCount(offset: UInt64, count: UInt64, isWhole: Bool) throws {
        let bytes = SampleModel.outside(offset: offset, count: count, size: 100)
        #expect(try (refusal(of: bytes) == nil) == isWhole)
    }

    /// Extreme numbers in any place are a refusal or a result, and no crash.
    @Test(arguments: [[0xFF, 0xFF, 0xFF, 0xFF], [0xFF, 0xFF, 0xFF, 0x7F], [0, 0, 0, 0x80]])
    func extremeNumbersDoNotOverflow(number: [UInt8]) throws {
        let bytes = SampleModel.bytes
        for start in 0...(bytes.count - 4) {
            var damaged = bytes
            damaged.replaceSubrange(start..<(start + 4), with: number)
            let error = try refusal(of: damaged)
            #expect(error == nil || error?.code == .notAModel)
        }
    }

    /// Few bytes may name the same tables over and over.
    @Test func sharedTablesEnd() throws {
        #expect(try refusal(of: SampleModel.shared(3)) == nil)
        let error = try refusal(of: SampleModel.shared(600))
        #expect(error?.message.contains("too many tables") == true)
    }
}
