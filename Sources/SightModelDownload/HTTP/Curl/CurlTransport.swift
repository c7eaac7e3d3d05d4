#if canImport(Glibc)
    import SightModels

    /// Sends requests through libcurl, on Linux.
    ///
    /// `URLSession` on Linux converts libcurl's content length from a floating-point number to an
    /// integer, and ends the process if a server states 2⁶³ − 1. Here no number of a server is
    /// converted without a check.
    enum CurlTransport {
        /// Starts a request and waits for the head of its answer.
        static func send(_ request: HTTPRequest) async throws(ModelDeliveryError)
            -> (HTTPHead, HTTPExchange)
        {
            let loop = try CurlLoop.shared.get()
            let exchange = HTTPExchange(url: request.url)
            exchange.begin(cancel: { loop.wake() }, onRoom: { loop.wake() })
            try loop.start(request, exchange)
            return (try await exchange.response(), exchange)
        }
    }
#endif
