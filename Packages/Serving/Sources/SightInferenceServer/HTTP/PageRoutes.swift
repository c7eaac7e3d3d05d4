import HTTPTypes
import Hummingbird
import Metrics
import NIOCore
import Sight

/// The routes for the page to try the service, and for the metrics.
struct PageRoutes: Sendable {
    let core: ServiceCore

    private static let policy =
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; "
        + "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

    func add(to router: Router<ServiceContext>) {
        router.get("/") { _, _ in Self.file(PackageResources.index_html, "text/html") }
        router.get("page.js") { _, _ in Self.file(PackageResources.page_js, "text/javascript") }
        router.get("page.css") { _, _ in Self.file(PackageResources.page_css, "text/css") }
        router.get("metrics") { [core] _, _ in
            Gauge(label: "sight_ready").record(core.state.isReady ? 1 : 0)
            Gauge(label: "sight_body_bytes_held").record(core.budget.current)
            Gauge(label: "sight_engine", dimensions: [("tier", KernelTier.current)]).record(1)
            core.repository.recordDepths()
            return Response(
                status: .ok, headers: [.contentType: "text/plain; version=0.0.4"],
                body: ResponseBody(byteBuffer: ByteBuffer(string: core.metrics.text)))
        }
        let others = OtherMethods(router: router)
        for path in ["/", "page.js", "page.css", "metrics"] {
            others.refuse(RouterPath(path), except: [.get])
        }
    }

    private static func file(_ bytes: [UInt8], _ type: String) -> Response {
        Response(
            status: .ok,
            headers: [
                .contentType: "\(type); charset=utf-8", .cacheControl: "no-cache",
                .contentSecurityPolicy: policy,
            ],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
    }
}
