import Foundation

/// The settings of the service.
package struct ServeSettings: Sendable {
    /// The folder of models, `NAME/VERSION/model.tflite`; `nil` for images alone.
    package var repository: String?
    /// Address to listen on.
    package var address = "127.0.0.1"
    /// Port for HTTP; 0 for any free one.
    package var port = 8000
    /// Port for gRPC, 0 for any free one; `nil` for none.
    package var grpcPort: Int?
    /// The PEM file with the certificates for TLS, over HTTP and gRPC.
    package var certificate: String?
    /// The PEM file with the certificate's private key.
    package var privateKey: String?
    /// The token that clients must send as `Authorization: Bearer …`; `nil` for none.
    package var token: String?
    /// The default number of instances of a model; `nil` is the processors divided by ``threads``.
    package var instances: Int?
    /// The default number of threads of one run.
    package var threads = 1
    /// The default limit of requests in the queue of a model.
    package var queue = 64
    /// The limit of requests of one peer in the queue of a model; `nil` uses half of the queue.
    package var maximumPeerQueue: Int?
    /// The seconds after which a request fails.
    package var deadline = 30.0
    /// The size limit of a request in bytes.
    package var maximumBody = 64 << 20
    /// The limit for the bytes of all requests and unread answers together.
    package var maximumHeld = 512 << 20
    /// The bytes of memory that one run of a model may plan, for any requested shapes.
    package var maximumRunMemory = 1024 << 20
    /// The limit of open connections, over HTTP and over gRPC each.
    package var maximumConnections = 1024
    /// The limit of open connections of one peer; `nil` uses a quarter of ``maximumConnections``.
    package var maximumPeerConnections: Int?
    /// The host names that requests may have besides those of this machine; empty allows any name,
    /// unless the service listens to this machine alone and needs no token.
    package var hostNames: [String] = []
    /// The size limit of an image in pixels.
    package var maximumPixels = 50_000_000
    /// The seconds between two checks of the repository.
    package var reloadInterval = 2.0
    /// The seconds after SIGTERM for which the service still accepts requests, so that a load
    /// balancer can notice that the service is not ready.
    package var drainDelay = 0.0
    /// The seconds without a frame after which the session of a camera is removed.
    package var sessionTimeout = 60.0
    /// The limit of sessions of cameras.
    package var maximumSessions = 64
    /// The limit of sessions of one peer; `nil` uses half of ``maximumSessions``.
    package var maximumPeerSessions: Int?
    /// The program whose child processes load models before this process does, and decode images if
    /// ``isolatesDecoding``; `nil` does everything in this process.
    package var program: String?
    /// The bytes of memory of a child that tries a model.
    package var maximumLoadMemory = 4 << 30
    /// The seconds that a child may take to try a model.
    package var maximumLoadSeconds = 60.0
    /// Whether images are decoded in child processes.
    package var isolatesDecoding = false
    /// The path of the detector of `/v1`; `nil` for the built-in localizer.
    package var detector: String?
    /// The path of the classifier of `/v1`; `nil` for the built-in one.
    package var classifier: String?

    /// Makes the default settings.
    package init() {}

    /// The time after the drain delay in which a shutdown ends all connections.
    var endTime: Duration { .seconds(min(deadline, 1e9) + 3) }

    /// The time in which a shutdown ends all services.
    var shutdownTime: Duration { .seconds(min(drainDelay, 1e9) + min(deadline, 1e9) + 5) }

    /// Returns the address and a port in the form of a URL.
    package func place(_ port: Int) -> String {
        address.contains(":") ? "[\(address)]:\(port)" : "\(address):\(port)"
    }
}
