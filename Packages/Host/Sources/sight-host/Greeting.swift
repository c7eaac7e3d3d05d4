import Foundation
import SightModelServer

/// The lines that a host prints when it listens.
struct Greeting {
    let core: HostCore
    let port: Int
    /// The first admin token, at the first start.
    let token: String?

    /// Prints the lines; the host serves also if nobody reads them.
    func print() {
        try? FileHandle.standardOutput.write(
            contentsOf: Data((lines.joined(separator: "\n") + "\n").utf8))
    }

    private var lines: [String] {
        let settings = core.settings
        let scheme = settings.certificate == nil ? "http" : "https"
        let url = settings.publicURL ?? "\(scheme)://\(settings.authority(port: port))"
        let first = token.map {
            "ADMIN_TOKEN \($0)   (shown this once; only its hash is kept)"
        }
        return [
            "Sight Host at \(url) (console: \(url)/console/)",
            "PROJECT_ID \(core.project)", "API_KEY \(core.apiKey)",
        ] + [first].compactMap { $0 } + [
            "Lost the admin token? sight-host token LABEL --data \(settings.folder)"
        ]
    }
}
