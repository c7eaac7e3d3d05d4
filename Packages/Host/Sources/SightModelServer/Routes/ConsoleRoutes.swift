import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

/// Serves the console's files, the health check and the metrics.
struct ConsoleRoutes: Sendable {
    let host: HostCore

    /// The content security policy: scripts and styles of this host alone, and no framing.
    private static let policy =
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; "
        + "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

    func add(to router: Router<HostContext>) {
        router.get("/") { _, _ in
            Response(status: .temporaryRedirect, headers: [.location: "/console/"])
        }
        router.get("console") { _, _ in
            Self.file(PackageResources.index_html, "text/html; charset=utf-8")
        }
        router.get("console/console.js") { _, _ in
            Self.file(PackageResources.console_js, "text/javascript; charset=utf-8")
        }
        router.get("console/chart.js") { _, _ in
            Self.file(PackageResources.chart_js, "text/javascript; charset=utf-8")
        }
        router.get("console/console.css") { _, _ in
            Self.file(PackageResources.console_css, "text/css; charset=utf-8")
        }
        router.get("health", use: health)
        router.get("metrics") { [host] _, _ in
            Response(
                status: .ok, headers: [.contentType: "text/plain; version=0.0.4"],
                body: ResponseBody(byteBuffer: ByteBuffer(string: host.metrics.text)))
        }
    }

    private func health(_ request: Request, _ context: HostContext) async throws -> Response {
        do { try await host.database.check() } catch {
            throw HostError(.serviceUnavailable, "the database does not answer")
        }
        return JSONReply.make(["status": "ok"])
    }

    private static func file(_ bytes: [UInt8], _ type: String) -> Response {
        var headers: HTTPFields = [
            .contentType: type, .cacheControl: "no-cache", .contentSecurityPolicy: policy,
        ]
        if let name = HTTPField.Name("Referrer-Policy") { headers[name] = "no-referrer" }
        return Response(
            status: .ok, headers: headers,
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
    }
}
