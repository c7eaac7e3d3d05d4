import ArgumentParser
import Foundation
import SightModelDownload
import SightModels

/// `sight models download`: downloads a model or its newest version.
struct ModelsDownloadCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "download", abstract: "Download a model, or its newest version.",
        discussion: """
            With --keys, the command runs sight-sign download, which checks the publisher's signature on \
            this machine and installs only a signed model.
            """)

    @OptionGroup var store: ModelStoreOptions
    @Option(help: "The address of the file.") var url: String?
    @Option(help: "The address of a JSON description; {name} stands for the model.")
    var manifest: String?
    @Option(help: "A file on this machine.", completion: .file()) var file: String?
    @Option(help: "A GoogleService-Info.plist: the model is hosted by Firebase or a Sight Host.")
    var plist: String?
    @Option(help: "The SHA-256 that the file of --url or --manifest must have.")
    var sha256: String?
    @Option(help: "The history of the publisher's keys; a model must be signed with them.")
    var keys: String?
    @Flag(help: "Print one JSON object instead.") var json = false
    @Argument(help: "The model.") var name: String

    func validate() throws {
        guard [url, manifest, file, plist].compactMap(\.self).count == 1 else {
            throw ValidationError("give exactly one of --url, --manifest, --file and --plist")
        }
        guard sha256.map({ ModelDigest(hexadecimal: $0) != nil }) ?? true else {
            throw ValidationError("--sha256 \(sha256 ?? "") is not 64 hexadecimal digits")
        }
        guard sha256 == nil || url != nil || manifest != nil else {
            throw ValidationError("--sha256 is checked only with --url or --manifest")
        }
        guard keys == nil || (sha256 == nil && !json) else {
            throw ValidationError(
                "--keys excludes --sha256 and --json: the signed manifest has the digest")
        }
    }

    func run() async throws {
        if let keys { try ModelsSignCommand.program.run(signedArguments(keys)) }
        let store = try self.store.opened
        let bar = ByteProgressBar()
        let model = try await CommandError.wrapping { () async throws(ModelDeliveryError) in
            try await store.update(try ModelID(name), from: try source()) { progress in
                bar.show(completed: progress.completed, total: progress.total)
            }
        }
        bar.clear()
        Console.remark("no signature was checked; --keys FILE checks it")
        print(json ? try JSONText.pages(InstalledModelReport(model)) : model.path)
    }

    private func signedArguments(_ keys: String) -> [String] {
        let options = [
            "--keys": keys, "--store": store.store, "--url": url, "--manifest": manifest,
            "--file": file, "--plist": plist,
        ]
        return ["download", name]
            + options.sorted { $0.key < $1.key }.flatMap { name, value in
                value.map { [name, $0] } ?? []
            }
    }

    private func source() throws(ModelDeliveryError) -> any ModelSource {
        if let file { return FileModelSource(file: URL(fileURLWithPath: file)) }
        if let plist {
            return FirebaseSource(
                try FirebaseConfiguration(contentsOf: URL(fileURLWithPath: plist)))
        }
        let text = (url ?? manifest ?? "")
            .replacingOccurrences(of: "{name}", with: "%7Bname%7D")
        guard let address = URL(string: text) else {
            throw ModelDeliveryError(
                .invalidArgument,
                "\"\(text)\" is not an address, such as https://example.com/bird.tflite")
        }
        let digest = sha256.flatMap { ModelDigest(hexadecimal: $0) }
        return manifest == nil
            ? HTTPFileSource(address, digest: digest)
            : HTTPManifestSource(address, digest: digest)
    }
}
