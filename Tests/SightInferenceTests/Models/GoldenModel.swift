import Foundation

/// What the reference gave for one whole model; Scripts/goldens/make-model-goldens.py writes them.
struct GoldenModel {
    struct Output {
        let elementCount: Int
        /// Every `step`-th element is recorded.
        let step: Int
        let bytes: [UInt8]
    }

    /// Below `models` of the shared fixtures.
    let path: String
    /// Why the reference does not run the model; empty when it does.
    let reason: String
    let nodeCount: Int
    let outputs: [Output]

    static func all() throws -> [GoldenModel] {
        let url = GoldenFile.folder.deletingLastPathComponent()
            .appendingPathComponent("models/models.golden")
        var reader = GoldenReader([UInt8](try Data(contentsOf: url)))
        guard reader.take(4) == Array("SGMO".utf8) else { throw CocoaError(.fileReadCorruptFile) }
        return (0..<reader.count()).map { _ in
            GoldenModel(
                path: reader.text(), reason: reader.text(), nodeCount: reader.count(),
                outputs: (0..<reader.byte()).map { _ in
                    Output(
                        elementCount: reader.count(), step: reader.count(), bytes: reader.blob())
                })
        }
    }
}
