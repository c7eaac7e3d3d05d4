import ArgumentParser
import Foundation
import Logging
import SightModelServer
import SightServerSupport

/// The command `sight-host`.
@main
struct HostCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sight-host",
        abstract: "Host models for apps: Firebase's protocol, on a machine of your own.",
        version: "sight-host \(ModelHost.version)",
        subcommands: [
            ServeCommand.self, BackupCommand.self, TokenCommand.self, WorkCommand.self,
        ],
        defaultSubcommand: ServeCommand.self)
}

/// `sight-host serve`: runs the host.
struct ServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve", abstract: "Run the host until it gets SIGINT or SIGTERM.")

    @Option(help: "The folder of the host's data.") var data = "sight-host-data"
    @Option(help: "Address to listen on.") var address = "127.0.0.1"
    @Option(help: "Port to listen on; 0 for any.") var port = 8080
    @Option(help: "The address for clients, such as https://models.example.com.")
    var publicURL: String?
    @Option(help: "Certificate chain for TLS, a PEM file.") var certificate: String?
    @Option(help: "The certificate's private key, a PEM file.") var key: String?
    @Option(help: "Largest upload in MiB.") var maximumUpload = 256
    @Option(help: "The limit of the memory of a process that checks an upload, in MiB.")
    var maximumCheckMemory = 4096
    @Option(help: "The limit of the seconds that checking an upload may take.")
    var maximumCheckTime = 60.0
    @Option(help: "The limit of open connections; one address may have an eighth of them.")
    var maximumConnections = 4096
    @Option(help: "The limit of requests per second from one address.") var rate = 200.0
    @Option(help: "The limit of new installations per second from one address.") var registrations =
        5.0
    @Option(help: "Seconds in which the JSON of a request has to arrive; files get more.")
    var bodySeconds = 30.0
    @Option(help: "Seconds for which requests may continue after SIGTERM.")
    var grace = 30.0
    @Flag(help: "Trust X-Forwarded-For; only behind a proxy that sets it.") var trustProxy = false
    @Option(help: "trace, debug, info, warning or error.") var log = "info"

    func validate() throws {
        guard (certificate == nil) == (key == nil) else {
            throw ValidationError("--certificate and --key belong together")
        }
        for (name, value, range) in [
            ("--maximum-upload", maximumUpload, 1...65_536), ("--port", port, 0...65_535),
            ("--maximum-check-memory", maximumCheckMemory, 1...1_048_576),
            ("--maximum-connections", maximumConnections, 1...65_536),
        ] where !range.contains(value) {
            throw ValidationError(
                "\(name) \(value) is not between \(range.lowerBound) and \(range.upperBound)")
        }
        for (name, value) in [
            ("--rate", rate), ("--registrations", registrations), ("--body-seconds", bodySeconds),
        ] where !(value > 0 && value.isFinite) {
            throw ValidationError("\(name) \(value) is not a positive number")
        }
        guard (1...86_400).contains(maximumCheckTime) else {
            throw ValidationError(
                "--maximum-check-time \(maximumCheckTime) is not between 1 and 86400 seconds")
        }
        guard (0...86_400).contains(grace) else {
            throw ValidationError("--grace \(grace) is not between 0 and 86400 seconds")
        }
        guard Logger.Level(rawValue: log) != nil else {
            throw ValidationError("--log \(log) is not trace, debug, info, warning or error")
        }
        if let publicURL, HostSettings.publicAddress(publicURL) == nil {
            throw ValidationError(
                "--public-url \(publicURL) is not a valid address, such as "
                    + "https://models.example.com")
        }
    }

    func run() async throws {
        let level = Logger.Level(rawValue: log) ?? .info
        LoggingSystem.bootstrap { label in JSONLogHandler(label: label, level: level) }
        var settings = HostSettings(folder: data)
        settings.address = address
        settings.port = port
        settings.publicURL = publicURL.flatMap { HostSettings.publicAddress($0) }
        settings.certificate = certificate
        settings.privateKey = key
        settings.maximumUpload = maximumUpload << 20
        settings.maximumCheckMemory = maximumCheckMemory << 20
        settings.maximumCheckSeconds = maximumCheckTime
        settings.maximumConnections = maximumConnections
        settings.requestsPerSecond = rate
        settings.registrationsPerSecond = registrations
        settings.bodySeconds = bodySeconds
        settings.grace = grace
        settings.trustsProxy = trustProxy
        settings.program = Bundle.main.executablePath
        let logger = Logger(label: "sight-host")
        let host = try await ModelHost(settings, logger: logger)
        let core = host.core
        try await host.run { port in
            // A host that did not start has shown no token, so none is made before.
            var token: String?
            do { token = try await core.makeFirstToken() } catch {
                logger.error(
                    "the first admin token cannot be made", metadata: ["error": "\(error)"])
            }
            Greeting(core: core, port: port, token: token).print()
        }
    }
}

/// `sight-host work`: the command of a host's child process, which checks or tries an upload.
struct WorkCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "work", abstract: "Load a model with limits and print what it contains.",
        shouldDisplay: false)

    @Option(help: "The model.") var model: String
    @Option(help: "Its kind.") var kind: String?
    @Option(help: "The image to run it on.") var image: String?
    @Option(help: "The limit of the memory in bytes.") var maximumMemory: Int
    @Option(help: "The limit of the processor time in seconds.") var maximumSeconds: Int

    func run() throws {
        ProcessLimits(seconds: maximumSeconds, memory: maximumMemory).apply()
        let work: ModelWork =
            if let kind, let image {
                .trial(model: model, kind: kind, image: image)
            } else {
                .check(model: model)
            }
        try FileHandle.standardOutput.write(contentsOf: try work.reply())
    }
}

/// `sight-host backup`: copies the database of a host, which may be running.
struct BackupCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup", abstract: "Copy a host's database, also while it runs.")

    @Option(help: "The host's folder.") var data = "sight-host-data"
    @Argument(help: "The copy's path; must not exist.") var target: String

    func run() async throws {
        let database = try SQLiteDatabase(existing: data + "/host.db")
        try await database.backup(to: target)
    }
}

/// `sight-host token`: makes another admin token, revokes one, or lists the names of all.
struct TokenCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "token", abstract: "Make an admin token, revoke one, or list their names.")

    @Option(help: "The host's folder.") var data = "sight-host-data"
    @Flag(help: "Revoke the token.") var revoke = false
    @Flag(help: "List the names of the tokens, one a line.") var list = false
    @Argument(help: "The name of the token: letters, digits, '.', '_' and '-'.")
    var label: String?

    func validate() throws {
        if let label, list {
            throw ValidationError("--list shows all tokens: leave out \"\(label.visible)\"")
        }
        guard !(list && revoke) else {
            throw ValidationError("--list and --revoke exclude each other")
        }
        guard list || label != nil else {
            throw ValidationError("name the token, or list the names with --list")
        }
    }

    func run() async throws {
        let database = try SQLiteDatabase(existing: data + "/host.db")
        guard let label else {
            for name in try await database.tokens().keys.sorted() { print(name.visible) }
            return
        }
        guard !revoke else { return try await database.revokeToken(label) }
        print(try await database.makeToken(label))
    }
}
