import ArgumentParser
import Foundation
import SightModelDownload
import SightModelSigning
import SightModels

/// `sight-sign download`: downloads like `sight models download`, but requires a signature.
struct DownloadCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "download",
        abstract: "Download a model that its publisher has signed, or a newer version of it.")

    @Option(help: "The history of the publisher's keys.", completion: .file()) var keys: String
    @Option(help: "Folder of the downloaded models.") var store: String?
    @Option(help: "The file's address; FILE.signed.json is beside it.") var url: String?
    @Option(help: "The address of a JSON description; {name} stands for the model.")
    var manifest: String?
    @Option(help: "A file on this machine.", completion: .file()) var file: String?
    @Option(help: "A GoogleService-Info.plist: the model is hosted by a Sight Host.")
    var plist: String?
    @Argument(help: "The model.") var name: String

    func validate() throws {
        guard [url, manifest, file, plist].compactMap(\.self).count == 1 else {
            throw ValidationError("one of --url, --manifest, --file and --plist is needed")
        }
    }

    func run() async throws {
        let store = store.map { ModelStore(folder: URL(fileURLWithPath: $0)) } ?? .standard
        let source = SignedModelSource(
            try base(), keys: try KeyHistory(contentsOf: URL(fileURLWithPath: keys)).newest(),
            scheme: Ed25519(), store: store)
        print(try await store.update(try ModelID(name), from: source).path)
    }

    private func base() throws -> any ModelSource {
        if let file { return FileModelSource(file: URL(fileURLWithPath: file)) }
        if let plist {
            return FirebaseSource(
                try FirebaseConfiguration(contentsOf: URL(fileURLWithPath: plist)))
        }
        let text = (url ?? manifest ?? "").replacingOccurrences(of: "{name}", with: "%7Bname%7D")
        guard let address = URL(string: text) else {
            throw ValidationError(
                "\"\(text)\" is not a valid address, such as https://example.com/bird.tflite")
        }
        return manifest == nil
            ? HTTPFileSource(address, isSigned: true) : HTTPManifestSource(address, isSigned: true)
    }
}
