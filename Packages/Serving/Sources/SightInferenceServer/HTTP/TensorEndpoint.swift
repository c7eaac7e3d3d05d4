import HTTPTypes
import Logging
import Metrics
import SightServerSupport

/// Accepts and counts requests with binary tensors, for all connections.
///
/// The routes handle all other requests, and those that are refused before their body is read.
package struct TensorEndpoint: Sendable {
    let core: ServiceCore
    let logger: Logger
    /// The most bytes of JSON that an event loop parses; more would delay its other connections.
    package static let longestHeader = 4096
    private let newest = Route("/v2/models/{name}/infer")
    private let versioned = Route("/v2/models/{name}/versions/{version}/infer")

    /// The metrics of a route.
    private struct Route {
        let numbers: RouteNumbers
        let successes: Counter

        init(_ route: String) {
            numbers = RouteNumbers(route)
            successes = numbers.count("200")
        }
    }

    /// Makes the endpoint of a service.
    package init(_ core: ServiceCore, _ logger: Logger) {
        self.core = core
        self.logger = logger
    }

    /// Begins an exchange for a request; returns `nil` for a request that the routes handle.
    package func open(_ request: HTTPRequest, from peer: PeerAddress) -> TensorExchange? {
        guard request.method == .post, let path = request.path, var head = Self.head(path),
            read(request.headerFields, &head), head.length <= core.settings.maximumBody,
            core.hosts.take(request.authority), head.headerLength <= Self.longestHeader,
            (try? core.repository.find(head.model, version: head.version)) != nil
        else { return nil }
        return TensorExchange(head, core, peer)
    }

    /// Parses `/v2/models/NAME/infer` and `/v2/models/NAME/versions/VERSION/infer`.
    static func head(_ path: String) -> TensorExchange.Head? {
        guard !path.utf8.contains(where: { $0 == UInt8(ascii: "%") || $0 == UInt8(ascii: "?") })
        else { return nil }
        let words = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
            .map { Substring($0) }
        var head = TensorExchange.Head()
        switch words.count {
        case 5: break
        case 7 where words[4] == "versions" && !words[5].isEmpty: head.version = String(words[5])
        default: return nil
        }
        guard words[0].isEmpty, words[1] == "v2", words[2] == "models", words.last == "infer" else {
            return nil
        }
        head.model = String(words[3])
        return head
    }

    /// Reads the header fields; returns `false` for a request that the routes handle.
    private func read(_ fields: HTTPFields, _ head: inout TensorExchange.Head) -> Bool {
        var (length, headerLength): (Int?, Int?)
        var isKnown = core.settings.token == nil
        for field in fields {
            switch field.name {
            case .contentLength: length = Int(field.value)
            case .headerLength: headerLength = Int(field.value)
            case .acceptEncoding: head.coding = ContentCoding(acceptedIn: field.value)
            case .authorization:
                isKnown = core.settings.token.map { Token.matches(field.value, $0) } ?? true
            case .connection: guard field.value.lowercased() == "keep-alive" else { return false }
            // The routes also allow a client to send the body that it waits to send.
            case .contentEncoding, .transferEncoding, .expect: return false
            default: break
            }
        }
        guard isKnown, let length, let headerLength, length >= 0, headerLength >= 0 else {
            return false
        }
        (head.length, head.headerLength) = (length, headerLength)
        head.id = RequestID.of(fields)
        return true
    }

    /// Completes the head of an answer, and counts and logs the exchange.
    func complete(_ answer: Answer, of exchange: TensorExchange) -> HTTPResponse {
        var response = HTTPResponse(status: answer.status, headerFields: answer.headers)
        response.headerFields.append(
            HTTPField(name: .contentLength, value: String(answer.body.readableBytes)))
        response.headerFields.append(HTTPField(name: .requestID, value: exchange.head.id))
        if core.state.isDraining {
            response.headerFields.append(HTTPField(name: .connection, value: "close"))
        }
        response.headerFields.append(HTTPField(name: .date, value: HTTPDate.now))
        response.headerFields.append(HTTPField(name: .server, value: InferenceServer.name))
        note(exchange, answer.status)
        return response
    }

    /// Counts and logs an exchange that has ended.
    func note(_ exchange: TensorExchange, _ status: HTTPResponse.Status) {
        let route = exchange.head.version.isEmpty ? newest : versioned
        let took = ContinuousClock.now - exchange.start
        let text = status == .ok ? "200" : String(status.code)
        route.numbers.note(
            status == .ok ? route.successes : route.numbers.count(text), took: took)
        route.numbers.log(logger, id: exchange.head.id, method: "POST", status: text, took: took)
    }
}
