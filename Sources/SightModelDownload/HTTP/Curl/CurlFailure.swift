#if canImport(Glibc)
    import CSightCurl

    /// A transfer that libcurl could not complete.
    struct CurlFailure: NetworkFailure, CustomStringConvertible {
        /// The number that libcurl's documentation lists.
        let code: Int32
        /// The reason, without control characters.
        let description: String

        /// Makes the failure of a transfer that has ended with a result other than 0.
        init(_ transfer: OpaquePointer, _ code: Int32) {
            self.code = code
            description = HTTPFailure.printable(String(cString: sight_curl_reason(transfer, code)))
        }

        var kind: NetworkFailureKind {
            switch code {
            case 28: .silent
            case let code where Self.insecure.contains(code): .insecure
            default: .unreachable(description)
            }
        }

        /// The numbers of failures of TLS.
        ///
        /// - Source: https://curl.se/libcurl/c/libcurl-errors.html
        private static let insecure: Set<Int32> = [
            35, 51, 53, 54, 58, 59, 60, 64, 66, 77, 80, 82, 83, 90, 91, 98,
        ]
    }
#endif
