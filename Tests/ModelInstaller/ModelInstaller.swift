import Foundation
import SightModels

/// A process for tests to kill: it installs the given files as one model, in turn, without end.
///
/// `model-installer STORE FILE…` prints `ready` when it begins.
@main
enum ModelInstaller {
    static func main() async throws {
        let arguments = CommandLine.arguments.dropFirst().map { URL(fileURLWithPath: $0) }
        guard let folder = arguments.first, arguments.count > 1 else { exit(2) }
        let store = ModelStore(folder: folder)
        let model = try ModelID("bird")
        FileHandle.standardOutput.write(Data("ready\n".utf8))
        while true {
            for file in arguments.dropFirst() {
                _ = try await store.update(model, from: FileModelSource(file: file))
            }
        }
    }
}
