#if canImport(Glibc)
    import CSightCurl
    import Foundation
    import SightModels

    /// Converts requests to the form of libcurl.
    enum CurlRequest {
        /// Returns an address without its fragment.
        ///
        /// - Throws: `ModelDeliveryError` with code `invalidArgument` if the host has characters
        ///   that libcurl could understand differently from Foundation, whose host was checked.
        static func address(_ url: URL) throws(ModelDeliveryError) -> String {
            var parts = URLComponents(url: url, resolvingAgainstBaseURL: true)
            parts?.fragment = nil
            guard let text = parts?.string, let host = parts?.encodedHost, !host.isEmpty,
                host.utf8.allSatisfy(isPlain), parts?.user == nil, parts?.password == nil
            else {
                throw ModelDeliveryError(
                    .invalidArgument,
                    "\"\(url.host ?? url.absoluteString)\" is not a valid host")
            }
            return text
        }

        private static func isPlain(_ byte: UInt8) -> Bool {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"):
                true
            default: "-._[]:".utf8.contains(byte)
            }
        }

        /// Returns the header fields as lines in the form of `CURLOPT_HTTPHEADER`.
        static func fields(_ request: HTTPRequest) -> [String] {
            var fields = request.headers.merging(request.credentials, uniquingKeysWith: { $1 })
            var names = Set(fields.keys.map { $0.lowercased() })
            func add(_ name: String, _ value: String) {
                if names.insert(name.lowercased()).inserted { fields[name] = value }
            }
            // Request the bytes without compression, because sizes, ranges and digests refer to
            // these.
            add("Accept-Encoding", "identity")
            add("User-Agent", agent)
            if let language = Locale.current.language.languageCode?.identifier {
                add("Accept-Language", language)
            }
            if request.method == "POST", !(request.body ?? Data()).isEmpty {
                add("Content-Type", "application/x-www-form-urlencoded")
            }
            // A semicolon stands for an empty value. `Expect:` lets libcurl send a body at once.
            return fields.map { $0.value.isEmpty ? "\($0.key);" : "\($0.key): \($0.value)" }
                + ["Expect:"]
        }

        /// The name of the program and the version of libcurl, as in Foundation.
        private static let agent: String = {
            let name = ProcessInfo.processInfo.processName.unicodeScalars
                .filter { ("!"..."~").contains($0) }
            let version = String(cString: sight_curl_version()).prefix { $0 != " " }
            return "\(String(String.UnicodeScalarView(name))) \(version)"
        }()

        /// The length of the body; -1 if the method has none.
        static func bodySize(_ request: HTTPRequest) -> Int64 {
            if let body = request.body { return Int64(body.count) }
            return request.method == "GET" || request.method == "HEAD" ? -1 : 0
        }
    }
#endif
