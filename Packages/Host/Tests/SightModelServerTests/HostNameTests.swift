import SightModelServer
import Testing

@Suite struct HostNameTests {
    @Test(arguments: ["bird", "Bird-2.1_x", "7", String(repeating: "a", count: 60)])
    func legalNamesAreAccepted(name: String) {
        #expect(HostName.isLegal(name))
        #expect(throws: Never.self) { try HostName.require(name) }
    }

    @Test(arguments: [
        "", ".", "..", "-x", "a/b", "a b", "ä", "a\n", String(repeating: "a", count: 61),
    ])
    func otherNamesAreRefusedAndQuoted(name: String) {
        #expect(!HostName.isLegal(name))
        let error = #expect(throws: HostError.self) { try HostName.require(name) }
        #expect(
            error?.message.contains("\"\(name.count > 60 ? name.prefix(60) + "…" : name)\"") == true
        )
    }
}
