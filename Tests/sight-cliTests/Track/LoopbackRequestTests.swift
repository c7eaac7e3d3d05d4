import Testing
import sight_cli

@Suite struct LoopbackRequestTests {
    @Test(arguments: [
        ("Host: localhost:8080", true), ("host: 127.0.0.1", true), ("Host: [::1]:80", true),
        ("Accept: */*", true), ("Host: evil.example", false),
        ("Host: 127.0.0.1.evil.example", false),
        ("Host: localhost\r\nHost: evil.example", false), ("Host:", false),
    ])
    func otherNamesAreNotAnswered(header: String, isTaken: Bool) {
        let request = LoopbackRequest(Array("GET / HTTP/1.1\r\n\(header)\r\n\r\n".utf8))
        #expect((request != nil) == isTaken)
    }

    @Test(arguments: [
        ("GET /stream?size=9 HTTP/1.1", "GET /stream"), ("GET  / HTTP/1.1", "GET /"),
        ("GET ? HTTP/1.1", "GET "),
        ("GET /", nil), ("GET / HTTP/1.1 x", nil), ("", nil), (" ", nil),
    ])
    func theFirstLineHasThreeWords(line: String, call: String?) {
        #expect(LoopbackRequest(Array("\(line)\r\n\r\n".utf8))?.call == call)
    }

    @Test func bytesThatAreNoTextAreNoRequest() {
        #expect(LoopbackRequest([]) == nil)
        #expect(LoopbackRequest([0xFF, 0xFE, 0x20, 0x80]) == nil)
    }
}
