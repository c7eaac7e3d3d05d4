/// The header field `Range`, as far as downloads need it: one part.
package enum ByteRange: Equatable {
    /// These bytes; never empty.
    case part(Range<Int>)
    /// No byte of it exists.
    case unsatisfiable
    /// Not understood, or several parts: the whole is a legal answer.
    case ignored

    /// Reads `bytes=5-`, `bytes=5-9` and `bytes=-5`.
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
