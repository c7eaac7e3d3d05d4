import ArgumentParser
import Foundation
import SightModelDownload
import SightModels

/// `sight models publish`: uploads a new version to a host.
struct ModelsPublishCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "publish", abstract: "Upload a new version of a model to a host.",
        discussion: """
            If the signed manifest MODEL.signed.json exists, it is uploaded, too. If the host does not take it, \
            the version is deleted again.
            """)

    /// The largest file in bytes; hosts accept no larger ones, which are not models for phones.
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
        let name = self.name ?? url.deletingPathExtension().lastPathComponent
        let model = WebAddress.escaped(name)
        let bytes = try InputFile.read(file, limit: Self.limit)
        let signed = try SignedManifestFile.read(beside: file, of: name, bytes)
        let bar = ByteProgressBar()
        defer { bar.clear() }
        let answer = try await connection.send(
            "POST", "models/\(model)/versions?note=\(WebAddress.escaped(note))", bytes
        ) { bar.show(completed: $0, total: bytes.count) }
        bar.clear()
        guard promote || signed != nil else {
            return print(try PublishedVersion.output(of: answer, asJSON: json))
        }
        let number = try number(in: answer, of: name, isSigned: signed != nil)
        if let signed { try await send(signed, of: number, name, connection) }
        guard promote else {
            return print(try PublishedVersion.output(of: answer, asJSON: json))
        }
        // Without the number, the host promotes the version of a running roll-out.
        let promoted = try await connection.send(
            "POST", "models/\(model)/promote", Data("{\"version\":\(number)}".utf8))
        print(
            json
                ? try PublishedVersion.output(of: answer, asJSON: true)
                : try ServedVersions.output(of: promoted, asJSON: false))
    }

    /// Reads the number of the version that the host has stored.
    ///
    /// - Throws: ``CommandError`` with what is still to do, if the answer does not state the number.
    private func number(in answer: Data, of name: String, isSigned: Bool) throws(CommandError)
        -> Int
    {
        do throws(CommandError) {
            return try PublishedVersion.decoded(answer).number
        } catch {
            let (state, next) =
                isSigned
                ? ("without its signed manifest", "delete it with sight models unpublish")
                : ("but does not serve it", "serve it with sight models promote")
            throw CommandError(
                error.code,
                "the host has stored a version of \"\(name)\" \(state): its answer is not in the "
                    + "expected format; find the NUMBER of the version in the host's console and "
                    + "\(next) \(name) --version NUMBER",
                cause: error.cause)
        }
    }

    /// Uploads the signed manifest of a version that the host stores and does not serve yet.
    ///
    /// If this fails, the version is deleted: a later promotion would serve it without a signature.
    ///
    /// - Throws: ``CommandError`` with the reason, and whether the version is deleted.
    private func send(
        _ signed: Data, of number: Int, _ name: String, _ connection: HostConnection
    ) async throws(CommandError) {
        let version = "models/\(WebAddress.escaped(name))/versions/\(number)"
        do throws(CommandError) {
            _ = try await connection.send("PUT", "\(version)/signed", signed)
        } catch {
            let end: String
            do throws(CommandError) {
                _ = try await connection.send("DELETE", version)
                end = "is deleted again"
            } catch {
                end =
                    "is on the host without a signature: delete it with sight models unpublish "
                    + "\(name) --version \(number)"
            }
            throw CommandError(
                error.code,
                "the signed manifest is not published: \(error.message); version \(number) \(end)",
                cause: error)
        }
    }
}
