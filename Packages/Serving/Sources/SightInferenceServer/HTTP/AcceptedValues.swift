/// The values that a client accepts, by a header field such as `Accept` or `Accept-Encoding`.
///
/// - Source: RFC 9110, 12.4.2.
enum AcceptedValues {
    /// Returns the values in small letters, without those that the weight 0 refuses.
    static func list(_ header: String?) -> [String] {
        (header ?? "").split(separator: ",").compactMap { part -> String? in
            let words = part.split(separator: ";").map { $0.filter { $0 != " " }.lowercased() }
            let isRefused = words.dropFirst().contains { word in
                word.hasPrefix("q=") && Double(word.dropFirst(2)) == 0
            }
            return isRefused ? nil : words.first
        }
    }
}
