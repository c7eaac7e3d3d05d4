import Foundation

/// The reference's results for a whole model, which Scripts/goldens/make-model-goldens.py writes.
struct GoldenModel {
    struct Output {
        let elementCount: Int
        /// Every `step`-th element is recorded.
        let step: Int
        let bytes: [UInt8]
    }

    /// The path below a folder of models.
    let path: String
    /// The reason why the reference does not run the model; empty if it does.
    let reason: String
    let nodeCount: Int
    let outputs: [Output]

    /// The models of a file of results, such as `models.golden`.
    static func all(in name: String) throws -> [GoldenModel] {
        let url = GoldenFile.folder.deletingLastPathComponent()
            .appendingPathComponent("models/\(name)")
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
