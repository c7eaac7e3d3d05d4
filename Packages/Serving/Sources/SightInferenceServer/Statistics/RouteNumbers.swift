import Logging
import Metrics

/// What is counted of the requests to a route, found once.
struct RouteNumbers: Sendable {
    private let route: String
    private let seconds: Timer

    init(_ route: String) {
        self.route = route
        seconds = Timer(label: "sight_request_seconds", dimensions: [("route", route)])
    }

    /// How many requests ended with a status.
    func count(_ status: String) -> Counter {
        Counter(label: "sight_requests_total", dimensions: [("route", route), ("status", status)])
    }

    /// Counts a request that is answered.
    func note(_ count: Counter, took: Duration) {
        count.increment()
        seconds.record(took)
    }

    /// Writes a line about a request, where they are asked for.
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
