/// Finds the image in a multipart form, as a browser or `curl --form` sends it.
///
/// - Source: RFC 7578 and RFC 2046, section 5.1.
enum MultipartBody {
    /// Returns the content of the first part that is a file, or of the first part; `nil` if the
    /// `Content-Type` is no form and the body is the image itself.
    static func file(_ body: [UInt8], type: String?) throws(ServeError) -> [UInt8]? {
        guard let type, type.lowercased().hasPrefix("multipart/form-data") else { return nil }
        guard let boundary = boundary(of: type) else {
            throw ServeError(.invalid, "multipart/form-data without a boundary")
        }
        let mark = Array("--\(boundary)".utf8)
        var first: ArraySlice<UInt8>?
        var rest = body[...]
        guard let start = range(of: mark, in: rest) else { throw empty }
        rest = rest[start.upperBound...]
        while !rest.starts(with: "--".utf8),
            let next = range(of: Array("\r\n".utf8) + mark, in: rest)
        {
            let part = rest[..<next.lowerBound]
            rest = rest[next.upperBound...]
            guard let gap = range(of: Array("\r\n\r\n".utf8), in: part) else { continue }
            let headers = String(decoding: part[..<gap.lowerBound], as: UTF8.self).lowercased()
            let content = part[gap.upperBound...]
            if headers.contains("filename") { return Array(content) }
            first = first ?? content
        }
        guard let first else { throw empty }
        return Array(first)
    }

    private static var empty: ServeError { ServeError(.invalid, "the form has no part") }

    private static func boundary(of type: String) -> String? {
        for parameter in type.split(separator: ";").dropFirst() {
            let words = parameter.split(separator: "=", maxSplits: 1)
            guard words.count == 2, words[0].drop(while: { $0 == " " }).lowercased() == "boundary"
            else { continue }
            let value = words[1].filter { $0 != "\"" }
            return (1...70).contains(value.utf8.count) ? value : nil
        }
        return nil
    }

    /// Returns the first position of a sequence of bytes.
    private static func range(of mark: [UInt8], in bytes: ArraySlice<UInt8>) -> Range<Int>? {
        guard let head = mark.first else { return nil }
        var rest = bytes
        while let start = rest.firstIndex(of: head) {
            rest = rest[start...]
            if rest.starts(with: mark) { return start..<(start + mark.count) }
            rest = rest.dropFirst()
        }
        return nil
    }
}
