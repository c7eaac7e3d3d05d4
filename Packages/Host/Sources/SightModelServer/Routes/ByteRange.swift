/// The header field `Range` with one range, as downloads use it.
package enum ByteRange: Equatable {
    /// A range of bytes that is not empty.
    case part(Range<Int>)
    /// A range that lies outside the file.
    case unsatisfiable
    /// A malformed field or several ranges: the server may answer with the whole file.
    case ignored

    /// Parses `bytes=5-`, `bytes=5-9` and `bytes=-5`.
    ///
    /// - Source: RFC 9110, section 14.1.2.
    package static func parse(_ text: String, size: Int) -> ByteRange {
        guard text.hasPrefix("bytes=") else { return .ignored }
        let ends = text.dropFirst(6).split(separator: "-", omittingEmptySubsequences: false)
        guard ends.count == 2, ends.allSatisfy({ $0.utf8.allSatisfy { (48...57).contains($0) } })
        else { return .ignored }
        switch (Int(ends[0]), Int(ends[1])) {
        case (let first?, let last?):
            guard first <= last else { return .ignored }
            return first < size
                ? .part(first..<min(size, last == .max ? size : last + 1))
                : .unsatisfiable
        case (let first?, nil) where ends[1].isEmpty:
            return first < size ? .part(first..<size) : .unsatisfiable
        case (nil, let count?) where ends[0].isEmpty:
            return count > 0 && size > 0 ? .part(max(0, size - count)..<size) : .unsatisfiable
        default: return .ignored
        }
    }
}
