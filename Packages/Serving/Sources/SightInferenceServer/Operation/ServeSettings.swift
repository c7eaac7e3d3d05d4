import Foundation

/// How the service is run.
package struct ServeSettings: Sendable {
    /// The folder of models, `NAME/VERSION/model.tflite`; `nil` for images alone.
    package var repository: String?
    /// Address to listen on.
    package var address = "127.0.0.1"
    /// Port for HTTP; 0 for any free one.
    package var port = 8000
    /// Port for gRPC, 0 for any free one; `nil` for none.
    package var grpcPort: Int?
    /// PEM files for TLS of both.
    package var certificate: String?
    /// The certificate's private key.
    package var privateKey: String?
    /// What clients must show as `Authorization: Bearer …`; `nil` for nothing.
    package var token: String?
    /// Runs at once of a model that does not say; as many as there are processors when `nil`.
    package var instances: Int?
    /// Threads of one run of a model that does not say.
    package var threads = 1
    /// Requests that may wait for a model that does not say.
    package var queue = 64
    /// Seconds after which a request fails.
    package var deadline = 30.0
    /// Bytes of the largest request.
    package var maximumBody = 64 << 20
    /// Bytes of all requests that are held at once.
    package var maximumHeld = 512 << 20
    /// Bytes of memory that one run of a model may plan, whatever shapes are asked for.
    package var maximumRunMemory = 1024 << 20
    /// Connections at once, over HTTP and gRPC together.
    package var maximumConnections = 1024
    /// Connections of one peer at once; half of all when `nil`.
    package var maximumPeerConnections: Int?
    /// Names by which requests may call the service besides those of this machine; any when empty,
    /// unless it listens to this machine alone and asks for no token.
    package var hostNames: [String] = []
    /// Pixels of the largest image.
    package var maximumPixels = 50_000_000
    /// Seconds between two checks of the repository.
    package var reloadInterval = 2.0
    /// Seconds after SIGTERM for which requests are still taken, so that whoever routes them can
    /// learn that the service is no longer ready.
    package var drainDelay = 0.0
    /// Seconds after which a camera that sends nothing is forgotten.
    package var sessionTimeout = 60.0
    /// Cameras that are followed at once.
    package var maximumSessions = 64
    /// The program whose child processes load models before this process does, and decode images if
    /// ``isolatesDecoding``; `nil` to do everything in this process.
    package var program: String?
    /// Bytes of memory of a child that tries a model.
    package var maximumLoadMemory = 4 << 30
    /// Seconds that a child may take to try a model.
    package var maximumLoadSeconds = 60.0
    /// Whether images are decoded in child processes.
    package var isolatesDecoding = false
    /// The detector of `/v1`; the built-in localizer when `nil`.
    package var detector: String?
    /// The classifier of `/v1`; the built-in one when `nil`.
    package var classifier: String?

    /// Settings as above.
    package init() {}

    /// Runs at once of a model that does not say.
    var defaultInstances: Int {
        instances ?? max(1, ProcessInfo.processInfo.activeProcessorCount / max(1, threads))
    }
}
