import Foundation
import ModelFixtures
import SightModelFile
import Testing

/// Compares the reader with TensorFlow Lite on every fixture model.
@Suite(.enabled(if: SharedFixtures.areAvailable)) struct ModelReaderFixtureTests {
    private struct Entry: Decodable {
        struct Tensor: Decodable {
            var name: String
        }
        var file: String
        var load: String
        var subgraphs: Int?
        var inputs: [Tensor]?
        var outputs: [Tensor]?
        var ops: [String: Int]?
    }

    /// Whether a model can be compared: one never ends in TensorFlow Lite; one reads a constant
    /// whose buffer is cut off on purpose; one adds a graph input to itself in place, which would
    /// be a second writer.
    private func isComparable(_ entry: Entry) -> Bool {
        !entry.load.hasPrefix("CRASH")
            && !["segment_sum_invalid_buffer.bin", "add_shared_tensors.bin"].contains {
                entry.file.hasSuffix($0)
            }
    }

    @Test func sameVerdictsAsTensorFlowLite() throws {
        let entries = try SharedFixtures.json("models/INDEX.json", as: [Entry].self)
        #expect(entries.count > 200)
        for entry in entries where SharedFixtures.has(entry.file) && isComparable(entry) {
            let bytes = try ModelBytes(contentsOf: SharedFixtures.path(entry.file))
            let result = Result { () throws(ModelError) in try ModelReader.read(bytes) }
            switch result {
            case .success(let model):
                #expect(entry.load == "ok", "\(entry.file): \(entry.load)")
                #expect(model.subgraphs.count == entry.subgraphs ?? 1, "\(entry.file)")
                #expect(model.main.inputs.count == entry.inputs?.count ?? 0, "\(entry.file)")
                #expect(model.main.outputs.count == entry.outputs?.count ?? 0, "\(entry.file)")
                let names = Set(model.subgraphs.flatMap(\.nodes).map(\.code.name))
                if let ops = entry.ops { #expect(names.count == ops.count, "\(entry.file)") }
            case .failure(let error):
                #expect(entry.load != "ok", "\(entry.file): \(error)")
            }
        }
    }
}
