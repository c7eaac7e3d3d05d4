import ArgumentParser
import Foundation
import Logging
import SightInferenceServer
import SightServerSupport

/// The command `sight-serve`.
struct ServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sight-serve",
        abstract: "Serve models over the network: the Open Inference Protocol, and images.",
        discussion: """
            Models are in REPOSITORY/NAME/VERSION/model.tflite and are loaded, exchanged and let go \
            as the folder changes; a process of its own loads and runs each one first. Images go \
            to /v1/detect, /v1/classify and /v1/track, or onto the page at /. SIGTERM ends the \
            service when what it has begun is done.

            EXAMPLES:
              sight-serve --repository models/
              sight-serve --repository models/ --address 0.0.0.0 --drain-delay 5
              curl --data-binary @photo.jpg http://127.0.0.1:8000/v1/detect
            """,
        version: "sight-serve \(InferenceServer.version)")

    @Option(help: "The folder of models, NAME/VERSION/model.tflite.") var repository: String?
    @Option(help: "Address to listen on.") var address = "127.0.0.1"
    @Option(help: "Port for HTTP; 0 for any.") var port = 8000
    @Option(help: "Port for gRPC, 0 for any; none by default.") var grpcPort: Int?
    @Option(help: "Certificate chain for TLS, a PEM file.") var certificate: String?
    @Option(help: "The certificate's private key, a PEM file.") var key: String?
    @Option(help: "A file with the token that clients must show as Authorization: Bearer.")
    var tokenFile: String?
    @Option(help: "Instances of a model; one for each processor by default.")
    var instances: Int?
    @Option(help: "Threads of one run.") var threads = 1
    @Option(help: "Requests in the queue of a model; further ones are answered with 429.")
    var queue = 64
    @Option(
        help: """
            Requests of one peer in the queue of a model; half of the queue by default. Clients \
            behind one proxy are one peer: set it to the length of the queue there.
            """)
    var maximumPeerQueue: Int?
    @Option(
        help: """
            Seconds after which a request fails; its run, once begun, keeps an instance busy until \
            it ends.
            """)
    var deadline = 30.0
    @Option(help: "Largest request in MiB.") var maximumBody = 64
    @Option(help: "The limit of all requests and answers that are held at once, in MiB.")
    var maximumHeld = 512
    @Option(help: "The limit of the memory for one run, in MiB, for any requested shape.")
    var maximumRunMemory = 1024
    @Option(help: "The limit of open connections, over HTTP and over gRPC each.")
    var maximumConnections = 1024
    @Option(help: "The limit of open connections from one peer; a quarter of all by default.")
    var maximumPeerConnections: Int?
    @Option(help: "A name by which requests may call the service; repeat it for more.")
    var hostName: [String] = []
    @Option(help: "Largest image in megapixels.") var maximumPixels = 50
    @Option(help: "Seconds between two checks of the repository.") var reloadInterval = 2.0
    @Option(help: "Seconds after SIGTERM for which requests are still taken.")
    var drainDelay = 0.0
    @Option(help: "Seconds after which a session of /v1/track without requests ends.")
    var sessionTimeout = 60.0
    @Option(help: "The limit of sessions of /v1/track.") var maximumSessions = 64
    @Option(help: "The limit of sessions of /v1/track of one peer; half of all by default.")
    var maximumPeerSessions: Int?
    @Flag(help: "Decode images in processes of their own, one for each instance.")
    var isolateDecoding = false
    @Option(help: "The limit of the memory of the process that tries a new model, in MiB.")
    var maximumLoadMemory = 4096
    @Option(help: "The limit of the seconds that trying a new model may take.")
    var maximumLoadTime = 60.0
    @Option(help: "The detector of /v1; the built-in localizer by default.") var model: String?
    @Option(help: "The classifier of /v1; the built-in one by default.") var classifier: String?
    @Option(help: "trace, debug (every request), info, warning or error.") var log = "info"

    func validate() throws {
        guard (certificate == nil) == (key == nil) else {
            throw ValidationError("--certificate and --key belong together")
        }
        guard Logger.Level(rawValue: log) != nil else {
            throw ValidationError("--log \(log): trace, debug, info, warning or error")
        }
        let counts = [
            ("--port", port, 0...65_535), ("--grpc-port", grpcPort ?? 0, 0...65_535),
            ("--instances", instances ?? 1, 1...256), ("--threads", threads, 1...256),
            ("--queue", queue, 1...65_536),
            ("--maximum-peer-queue", maximumPeerQueue ?? 1, 1...65_536),
            ("--maximum-body", maximumBody, 1...1024),
            ("--maximum-held", maximumHeld, 1...1_048_576),
            ("--maximum-connections", maximumConnections, 1...65_536),
            ("--maximum-run-memory", maximumRunMemory, 1...2048),
            ("--maximum-peer-connections", maximumPeerConnections ?? 1, 1...65_536),
            ("--maximum-pixels", maximumPixels, 1...1000),
            ("--maximum-sessions", maximumSessions, 1...65_536),
            ("--maximum-peer-sessions", maximumPeerSessions ?? 1, 1...65_536),
            ("--maximum-load-memory", maximumLoadMemory, 1...1_048_576),
        ]
        for (name, value, range) in counts where !range.contains(value) {
            throw ValidationError(
                "\(name) \(value) is not in \(range.lowerBound) to \(range.upperBound)")
        }
        let times = [
            ("--deadline", deadline, 0.001), ("--reload-interval", reloadInterval, 0.01),
            ("--drain-delay", drainDelay, 0), ("--session-timeout", sessionTimeout, 0.1),
            ("--maximum-load-time", maximumLoadTime, 0.1),
        ]
        for (name, value, least) in times where !(least...86_400).contains(value) {
            throw ValidationError("\(name) \(value) is not in \(least) to 86400 seconds")
        }
    }

    func run() async throws {
        let level = Logger.Level(rawValue: log) ?? .info
        LoggingSystem.bootstrap { label in JSONLogHandler(label: label, level: level) }
        let settings = try settings()
        let server = try InferenceServer(settings, logger: Logger(label: "sight-serve"))
        let scheme = certificate == nil ? "http" : "https"
        try await server.run { event in
            switch event {
            case .http(let port): Self.say("sight-serve at \(scheme)://\(settings.place(port))/")
            case .grpc(let port): Self.say("gRPC at \(settings.place(port))")
            }
        }
    }

    private static func say(_ text: String) {
        // The service runs also if nobody reads these lines.
        try? FileHandle.standardOutput.write(contentsOf: Data((text + "\n").utf8))
    }

    private func settings() throws -> ServeSettings {
        var settings = ServeSettings()
        settings.repository = repository
        (settings.address, settings.port, settings.grpcPort) = (address, port, grpcPort)
        (settings.certificate, settings.privateKey) = (certificate, key)
        settings.token = try tokenFile.map { try token(in: $0) }
        (settings.instances, settings.threads, settings.queue) = (instances, threads, queue)
        settings.maximumPeerQueue = maximumPeerQueue
        settings.deadline = deadline
        settings.maximumBody = maximumBody << 20
        settings.maximumHeld = max(maximumHeld, maximumBody) << 20
        settings.maximumRunMemory = maximumRunMemory << 20
        settings.maximumConnections = maximumConnections
        settings.maximumPeerConnections = maximumPeerConnections
        settings.hostNames = hostName
        settings.maximumPixels = maximumPixels * 1_000_000
        settings.reloadInterval = reloadInterval
        settings.drainDelay = drainDelay
        settings.sessionTimeout = sessionTimeout
        settings.maximumSessions = maximumSessions
        settings.maximumPeerSessions = maximumPeerSessions
        settings.program = Bundle.main.executablePath
        settings.isolatesDecoding = isolateDecoding
        settings.maximumLoadMemory = maximumLoadMemory << 20
        settings.maximumLoadSeconds = maximumLoadTime
        (settings.detector, settings.classifier) = (model, classifier)
        return settings
    }

    private func token(in path: String) throws -> String {
        guard let text = try? String(contentsOfFile: path, encoding: .utf8) else {
            throw ValidationError("--token-file \(path): cannot be read")
        }
        let token = text.trimmingCharacters(in: .whitespacesAndNewlines)
        guard !token.isEmpty else { throw ValidationError("--token-file \(path): is empty") }
        // No header field of a request can contain such a token.
        guard !token.contains(where: \.isNewline) else {
            throw ValidationError(
                "--token-file \(path): has several lines; write the token alone in the file")
        }
        return token
    }
}
