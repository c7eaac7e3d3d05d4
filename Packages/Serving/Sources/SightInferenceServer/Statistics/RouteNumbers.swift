import Logging
import Metrics

/// The metrics of the requests to a route.
struct RouteNumbers: Sendable {
    private let route: String
    private let seconds: Timer

    init(_ route: String) {
        self.route = route
        seconds = Timer(label: "sight_request_seconds", dimensions: [("route", route)])
    }

    /// Returns the counter of requests that ended with a status.
    func count(_ status: String) -> Counter {
        Counter(label: "sight_requests_total", dimensions: [("route", route), ("status", status)])
    }

    /// Counts an answered request.
    func note(_ count: Counter, took: Duration) {
        count.increment()
        seconds.record(took)
    }

    /// Writes a log line about a request at the level `debug`.
    func log(
        _ logger: Logger, id: String, method: String, status: String, took: Duration
    ) {
        logger.debug(
            "request",
            metadata: [
                "request": "\(id)", "method": "\(method)", "route": "\(route)",
                "status": "\(status)", "milliseconds": "\(took / .milliseconds(1))",
            ])
    }
}
