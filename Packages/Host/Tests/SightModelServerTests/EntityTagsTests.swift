import SightModelServer
import Testing

@Suite struct EntityTagsTests {
    @Test(arguments: [
        ("\"a\"", true), ("*", true), ("W/\"a\"", true), ("\"b\", \"a\"", true),
        ("\"b\",W/\"a\" ", true), ("\"b\"", false), ("a", false), ("", false), ("\"a", false),
        ("w/\"a\"", false), ("\"A\"", false),
    ])
    func lists(field: String, expected: Bool) {
        #expect(EntityTags.contain("\"a\"", in: field) == expected)
    }

    /// A client gets the form of the tag that it knows.
    @Test(
        arguments: [
            ("\"a\"", "\"a\""), ("a", "a"), ("W/\"a\"", "W/\"a\""), ("*", "\"a\""),
            ("\"b\", W/\"a\"", "\"a\""), ("b", nil), ("\"b\"", nil), ("", nil), (nil, nil),
        ] as [(String?, String?)])
    func unchanged(field: String?, expected: String?) {
        #expect(EntityTags.unchanged("\"a\"", in: field) == expected)
    }
}
