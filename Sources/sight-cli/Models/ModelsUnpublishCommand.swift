import ArgumentParser
import Foundation
import SightModelDownload

/// `sight models unpublish`: deletes a model, or one of its versions, from a host.
struct ModelsUnpublishCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "unpublish", abstract: "Delete a model, or one of its versions, from a host.",
        discussion: "Devices keep what they have installed.")

    @OptionGroup var host: HostOptions
    @Option(help: "Delete only this version, which must not be served; by default all versions.")
    var version: Int?
    @Argument(help: "The model.") var name: String

    func run() async throws {
        let part = version.map { "/versions/\($0)" } ?? ""
        _ = try await host.connection().send(
            "DELETE", "models/\(WebAddress.escaped(name))\(part)")
    }
}
