#if canImport(Glibc)
    import Foundation
    import SightModels

    /// Reads the head of an answer from its lines, and refuses what no correct server sends.
    ///
    /// - Source: RFC 9112, sections 4 to 6
    struct HTTPHeadReader {
        /// The largest number of bytes in all heads of an answer, and in the fields after its body.
        static let limit = 256 << 10

        private let url: URL
        private let method: String
        private var size = 0
        private var status: Int?
        private var fields: [String: String] = [:]
        private var last: String?
        private var isComplete = false

        /// Makes a reader for the answer to a request.
        init(_ request: HTTPRequest) {
            url = request.url
            method = request.method
        }

        /// Reads a line; returns the head at its end.
        ///
        /// The heads with the statuses 100 and 102 to 199 announce another one, and are ignored. So
        /// are fields after the body.
        ///
        /// - Throws: `ModelDeliveryError` with code `internalError` for a head that is too large or
        ///   malformed, and for a body that is compressed or has no clear length.
        mutating func read(_ line: some Collection<UInt8>) throws(ModelDeliveryError) -> HTTPHead? {
            size += line.count
            guard size <= Self.limit else {
                throw refusal("sends more than \(Self.limit) bytes of header fields")
            }
            guard !isComplete else { return nil }
            var text = String(decoding: line, as: UTF8.self)[...]
            while let end = text.last, end.isNewline { text.removeLast() }
            guard let status else {
                self.status = try parse(status: text)
                return nil
            }
            if !text.isEmpty {
                try add(text)
                return nil
            }
            if status < 200, status != 101 {
                (self.status, fields, last) = (nil, [:], nil)
                return nil
            }
            isComplete = true
            try checkBody(status)
            return HTTPHead(status: status, url: url, fields: fields)
        }

        private func refusal(_ reason: String) -> ModelDeliveryError {
            ModelDeliveryError(.internalError, "\(url.host ?? "?") \(reason)")
        }

        /// Reads `HTTP/1.1 200 OK`.
        private func parse(status text: Substring) throws(ModelDeliveryError) -> Int {
            let words = text.split(separator: " ", maxSplits: 2)
            guard words.count > 1, words[0].hasPrefix("HTTP/"), words[1].utf8.count == 3,
                let status = Int(words[1]), status >= 100
            else { throw refusal("sends a malformed status") }
            return status
        }

        /// Adds a field, whose values are joined by commas if the field is repeated, or the next
        /// line of the last field.
        private mutating func add(_ text: Substring) throws(ModelDeliveryError) {
            if let last, text.first == " " || text.first == "\t" {
                fields[last]?.append(" \(Self.trimmed(text))")
                return
            }
            guard let colon = text.firstIndex(of: ":") else {
                throw refusal("sends a malformed header field")
            }
            let name = text[..<colon].lowercased()
            let value = Self.trimmed(text[text.index(after: colon)...])
            guard !name.isEmpty, !name.contains(where: \.isWhitespace) else {
                throw refusal("sends a malformed header field")
            }
            // The value grows in place: a copy for each of many fields would take long.
            if fields[name]?.append(", \(value)") == nil { fields[name] = value }
            last = name
        }

        private static func trimmed(_ text: Substring) -> String {
            text.trimmingCharacters(in: CharacterSet(charactersIn: " \t"))
        }

        private mutating func checkBody(_ status: Int) throws(ModelDeliveryError) {
            if let text = fields["content-length"] {
                // Equal values count as one.
                let values = Set(
                    text.split(separator: ",", omittingEmptySubsequences: false).map(Self.trimmed))
                guard values.count == 1, let value = values.first, !value.isEmpty,
                    value.utf8.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains),
                    Int(value) != nil
                else { throw refusal("sends a malformed length") }
                fields["content-length"] = value
            }
            // A size or a SHA-256 would be compared with the compressed bytes.
            if method != "HEAD", (200...299).contains(status),
                let coding = fields["content-encoding"],
                !coding.isEmpty, coding.lowercased() != "identity"
            {
                throw refusal(
                    "compresses the bytes, although they were requested without compression")
            }
        }
    }
#endif
