#if !canImport(Glibc)
    import Foundation
    import SightModels

    #if canImport(FoundationNetworking)
        import FoundationNetworking
    #endif

    /// Sends one request through an ephemeral `URLSession` of its own, without cookies, cache and
    /// stored credentials.
    ///
    /// A session for each request costs a connection, which matters little for a few requests. This
    /// class follows no redirects, so that ``HTTPClient`` decides about them on every platform.
    final class URLSessionTransport: NSObject, URLSessionDataDelegate, Sendable {
        private let exchange: HTTPExchange
        private let onSend: (@Sendable (Int) -> Void)?

        private init(_ exchange: HTTPExchange, onSend: (@Sendable (Int) -> Void)?) {
            self.exchange = exchange
            self.onSend = onSend
        }

        /// Starts a request and waits for the head of its answer.
        static func send(_ request: HTTPRequest) async throws(ModelDeliveryError)
            -> (HTTPHead, HTTPExchange)
        {
            let exchange = HTTPExchange(url: request.url)
            let session = URLSession(
                configuration: configuration(request),
                delegate: URLSessionTransport(exchange, onSend: request.onSend), delegateQueue: nil)
            let watch = Task {
                try await Task.sleep(seconds: request.deadline)
                exchange.fail(HTTPFailure.late(request))
            }
            exchange.run(session.dataTask(with: native(request))) { watch.cancel() }
            session.finishTasksAndInvalidate()
            return (try await exchange.response(), exchange)
        }

        private static func configuration(_ request: HTTPRequest) -> URLSessionConfiguration {
            let configuration = URLSessionConfiguration.ephemeral
            configuration.httpShouldSetCookies = false
            configuration.httpCookieAcceptPolicy = .never
            configuration.urlCache = nil
            configuration.timeoutIntervalForRequest = request.idleTimeout
            #if canImport(Darwin)
                configuration.waitsForConnectivity = true
            #endif
            return configuration
        }

        /// Returns the request in Foundation's form.
        static func native(_ request: HTTPRequest) -> URLRequest {
            var native = URLRequest(
                url: request.url, cachePolicy: .reloadIgnoringLocalCacheData,
                timeoutInterval: request.idleTimeout)
            native.httpMethod = request.method
            native.httpBody = request.body
            native.allowsCellularAccess = request.allowsCellularAccess
            // Request the bytes without compression, because sizes, ranges and digests refer to
            // these.
            native.setValue("identity", forHTTPHeaderField: "Accept-Encoding")
            for (name, value) in request.headers.merging(
                request.credentials, uniquingKeysWith: { $1 })
            {
                native.setValue(value, forHTTPHeaderField: name)
            }
            return native
        }

        func urlSession(
            _ session: URLSession, task: URLSessionTask,
            willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
            completionHandler: @escaping @Sendable (URLRequest?) -> Void
        ) {
            completionHandler(nil)
        }

        func urlSession(
            _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
            completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
        ) {
            exchange.receive(response)
            completionHandler(.allow)
        }

        func urlSession(
            _ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data
        ) {
            exchange.receive(data)
        }

        func urlSession(
            _ session: URLSession, task: URLSessionTask, didSendBodyData bytesSent: Int64,
            totalBytesSent: Int64, totalBytesExpectedToSend: Int64
        ) {
            onSend?(Int(clamping: totalBytesSent))
        }

        func urlSession(
            _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
        ) {
            exchange.complete(error)
        }
    }
#endif
