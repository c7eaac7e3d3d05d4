import ModelFixtures
import Sight
import SightModelFile
import Testing

@Suite struct SegmenterMetadataTests {
    private func table(_ fields: [Int: FlatValue]) -> [UInt8] {
        FlatWriter.write(root: .table(fields), identifier: "V001")
    }

    @Test func theActivationIsRead() throws {
        #expect(try SegmenterMetadata(table([:])).activation == .none)
        #expect(try SegmenterMetadata(table([0: .byte(1)])).activation == .sigmoid)
        let softmax = table([0: .byte(2), 1: .string("1.0.0")])
        #expect(try SegmenterMetadata(softmax).activation == .softmax)
    }

    @Test func othersAreRefused() {
        let data = table([0: .byte(3)])
        let error = #expect(throws: ModelError.self) { try SegmenterMetadata(data) }
        #expect(error?.code == .invalidMetadata && error?.message.contains("3") == true)
    }

    @Test func everyCutOfTheTableEnds() {
        let data = table([0: .byte(2), 1: .string("1.0.0")])
        for count in data.indices { _ = try? SegmenterMetadata(Array(data[..<count])) }
    }
}
