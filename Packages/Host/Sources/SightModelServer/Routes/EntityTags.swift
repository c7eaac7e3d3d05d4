/// The header field `If-None-Match`.
package enum EntityTags {
    /// The tag of an answer that says that nothing has changed; `nil` if something has.
    ///
    /// Firebase's clients take such an answer only with exactly the tag that they have sent. Earlier
    /// hosts sent tags without quotes, which devices still have, and proxies that compress answers
    /// make tags weak. So these forms come back as they are.
    ///
    /// - Parameters:
    ///   - tag: the tag of the current version, with its quotes.
    ///   - field: the value of the header field, if there is one.
    /// - Returns: the tag to answer with.
    package static func unchanged(_ tag: String, in field: String?) -> String? {
        guard let field else { return nil }
        if "\"\(field)\"" == tag || field == "W/\(tag)" { return field }
        return contain(tag, in: field) ? tag : nil
    }

    /// Whether a list of entity tags contains a tag, or is `*`.
    ///
    /// The tags are compared weakly, because proxies that compress answers make tags weak. Tags of
    /// the host contain no comma, so a comma inside of a foreign tag cannot produce one of them.
    ///
    /// - Parameters:
    ///   - tag: the tag of the current version, with its quotes.
    ///   - field: the value of the header field.
    /// - Returns: whether the client has the current version.
    /// - Source: RFC 9110, sections 8.8.3.2 and 13.1.2.
    package static func contain(_ tag: String, in field: String) -> Bool {
        field.split(separator: ",").contains { part in
            let listed = part.drop { $0 == " " || $0 == "\t" }
                .prefix { $0 != " " && $0 != "\t" }
            return listed == "*" || listed == tag
                || (listed.hasPrefix("W/") && listed.dropFirst(2) == tag)
        }
    }
}
