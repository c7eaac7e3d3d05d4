/// Finds the image in a multipart form, as a browser or `curl --form` sends it.
///
/// - Source: RFC 7578 and RFC 2046, section 5.1.
package enum MultipartBody {
    /// The bytes of a part's header fields that are read.
    private static let longestHead = 1 << 14

    /// Returns the content of the first part that is a file, or of the first part; `nil` if the
    /// `Content-Type` is no form and the body is the image itself.
    package static func file(_ body: [UInt8], type: String?) throws(ServeError) -> [UInt8]? {
        guard let type, type.lowercased().hasPrefix("multipart/form-data") else { return nil }
        guard let boundary = HeaderParameters(type)["boundary"],
            (1...70).contains(boundary.utf8.count)
        else { throw ServeError(.invalid, "multipart/form-data without a boundary") }
        let (mark, blank) = (ByteSearch("\r\n--\(boundary)"), ByteSearch("\r\n\r\n"))
        var first: ArraySlice<UInt8>?
        var rest = body[...]
        guard let start = ByteSearch("--\(boundary)").range(in: rest) else { throw empty }
        rest = rest[start.upperBound...]
        while !rest.starts(with: "--".utf8), let next = mark.range(in: rest) {
            let part = rest[..<next.lowerBound]
            rest = rest[next.upperBound...]
            guard let gap = blank.range(in: part) else { continue }
            let content = part[gap.upperBound...]
            if isFile(part[..<gap.lowerBound]) { return Array(content) }
            first = first ?? content
        }
        guard let first else { throw empty }
        return Array(first)
    }

    /// Whether the header fields of a part name a file.
    private static func isFile(_ head: ArraySlice<UInt8>) -> Bool {
        let text = String(decoding: head.prefix(longestHead), as: UTF8.self)
        // In Swift, a line end of two bytes is one character.
        for line in text.split(separator: "\r\n") {
            let words = line.split(separator: ":", maxSplits: 1)
            guard words.count == 2, words[0].lowercased() == "content-disposition" else { continue }
            let parameters = HeaderParameters(words[1])
            return parameters["filename"] != nil || parameters["filename*"] != nil
        }
        return false
    }

    private static var empty: ServeError { ServeError(.invalid, "the form has no part") }
}
