import ArgumentParser
import Foundation
import SightModelDownload

/// `sight models promote`: serves a version to everybody.
struct ModelsPromoteCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "promote", abstract: "Serve a version to everybody.")

    @OptionGroup var host: HostOptions
    @Option(help: "The version; by default that of the roll-out, or the newest.") var version: Int?
    @Flag(help: "Print the host's JSON instead.") var json = false
    @Argument(help: "The model.") var name: String

    func run() async throws {
        let body = version.map { "{\"version\":\($0)}" } ?? "{}"
        let answer = try await host.connection().send(
            "POST", "models/\(WebAddress.escaped(name))/promote", Data(body.utf8))
        print(try ServedVersions.output(of: answer, asJSON: json))
    }
}

/// `sight models rollback`: reverts the last change.
struct ModelsRollbackCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rollback",
        abstract: "End a roll-out, or go back to the version before the last promotion.",
        discussion: "After the first promotion, no version is served any more.")

    @OptionGroup var host: HostOptions
    @Flag(help: "Print the host's JSON instead.") var json = false
    @Argument(help: "The model.") var name: String

    func run() async throws {
        let answer = try await host.connection().send(
            "POST", "models/\(WebAddress.escaped(name))/rollback", Data("{}".utf8))
        print(try ServedVersions.output(of: answer, asJSON: json))
    }
}

/// `sight models rollout`: serves a version to a fraction of the installations.
struct ModelsRolloutCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rollout", abstract: "Serve a version to a share of the installations.")

    @OptionGroup var host: HostOptions
    @Option(help: "The share, 0 to 100.") var percent: Double
    @Option(help: "The version; by default that of the roll-out, or the newest.") var version: Int?
    @Flag(help: "Print the host's JSON instead.") var json = false
    @Argument(help: "The model.") var name: String

    func validate() throws {
        guard (0...100).contains(percent) else {
            throw ValidationError("--percent \(percent) is not between 0 and 100")
        }
    }

    func run() async throws {
        let number = version.map { ",\"version\":\($0)" } ?? ""
        let answer = try await host.connection().send(
            "POST", "models/\(WebAddress.escaped(name))/rollout",
            Data("{\"percent\":\(percent)\(number)}".utf8))
        print(try ServedVersions.output(of: answer, asJSON: json))
    }
}
