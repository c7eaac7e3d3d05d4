import ArgumentParser
import Foundation
import SightModelDownload
import SightModels

/// `sight models publish`: uploads a new version to a host.
struct ModelsPublishCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "publish", abstract: "Upload a new version of a model to a host.",
        discussion: "If the signed manifest MODEL.signed.json exists, it is uploaded, too.")

    /// The largest file in bytes; hosts accept no larger ones, which are no models for phones.
    private static let limit = 1 << 30

    @OptionGroup var host: HostOptions
    @Option(help: "The model's name; the name of the file by default.") var name: String?
    @Option(help: "A note about the version.") var note = ""
    @Flag(help: "Serve the version to everybody immediately.") var promote = false
    @Flag(help: "Print the host's JSON instead.") var json = false
    @Argument(help: "The model's file.", completion: .file()) var file: String

    func run() async throws {
        let connection = try host.connection()
        let url = URL(fileURLWithPath: file)
        let model = WebAddress.escaped(name ?? url.deletingPathExtension().lastPathComponent)
        let bytes = try InputFile.read(file, limit: Self.limit)
        let bar = ByteProgressBar()
        defer { bar.clear() }
        let answer = try await connection.send(
            "POST", "models/\(model)/versions?note=\(WebAddress.escaped(note))", bytes
        ) { bar.show(completed: $0, total: bytes.count) }
        bar.clear()
        try await sendSigned(connection, model, answer)
        guard promote else {
            return print(try PublishedVersion.output(of: answer, asJSON: json))
        }
        let promoted = try await connection.send(
            "POST", "models/\(model)/promote", Data("{}".utf8))
        print(
            json
                ? try PublishedVersion.output(of: answer, asJSON: true)
                : try ServedVersions.output(of: promoted, asJSON: false))
    }

    /// Uploads the signed manifest beside the file, after the version but before it is served.
    private func sendSigned(_ connection: HostConnection, _ model: String, _ answer: Data)
        async throws
    {
        let path = file + SignedManifest.suffix
        guard FileManager.default.fileExists(atPath: path) else { return }
        let version = try JSONDecoder().decode(PublishedVersion.self, from: answer)
        let signed = try InputFile.read(path, limit: SignedManifest.maximumSize)
        _ = try await connection.send(
            "PUT", "models/\(model)/versions/\(version.number)/signed", signed)
    }
}
