#if !canImport(Glibc)
    import Foundation
    import SightModels

    #if canImport(FoundationNetworking)
        import FoundationNetworking
    #endif

    extension HTTPExchange {
        /// Starts a task of a session; `onEnd` is called once, when the exchange is over.
        func run(_ task: URLSessionTask, onEnd: @escaping @Sendable () -> Void) {
            if begin(cancel: { task.cancel() }, onEnd: onEnd) {
                task.resume()
            } else {
                task.cancel()
            }
        }

        /// Receives the head of the answer from a session.
        func receive(_ response: URLResponse) {
            guard let response = response as? HTTPURLResponse else {
                return fail(
                    ModelDeliveryError(.internalError, "\(url.host ?? "?"): not an HTTP answer"))
            }
            receive(HTTPHead(response, url: url))
        }
    }

    extension HTTPHead {
        /// Makes the head from Foundation's response.
        init(_ response: HTTPURLResponse, url: URL) {
            var fields: [String: String] = [:]
            for (name, value) in response.allHeaderFields {
                if let name = name as? String, let value = value as? String { fields[name] = value }
            }
            self.init(status: response.statusCode, url: url, fields: fields)
        }
    }

    extension URLError: NetworkFailure {
        var kind: NetworkFailureKind {
            switch code {
            case .cancelled: .cancelled
            case .serverCertificateUntrusted, .serverCertificateHasBadDate,
                .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid,
                .clientCertificateRejected, .secureConnectionFailed:
                .insecure
            // Where Foundation uses libcurl, it reports an invalid TLS certificate with the code of
            // an unreachable network, and does not pass on the error number of libcurl. Only the
            // text of libcurl, which starts with "SSL" for all failures of TLS, distinguishes the
            // two. A failure with another text counts as transient; no text makes the connection
            // trusted.
            case .unknown where localizedDescription.hasPrefix("SSL"): .insecure
            case .timedOut: .silent
            default: .unreachable(localizedDescription)
            }
        }
    }
#endif
