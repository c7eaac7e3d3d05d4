import Testing
import sight_cli

@Suite struct LoopbackConnectionTests {
    @Test(arguments: [
        ("Host: localhost:8080", true), ("host: 127.0.0.1", true), ("Host: [::1]:80", true),
        ("Accept: */*", true), ("Host: evil.example", false),
        ("Host: 127.0.0.1.evil.example", false),
        ("Host: localhost\r\nHost: evil.example", false), ("Host:", false),
    ])
    func otherNamesAreNotAnswered(header: String, isTaken: Bool) {
        let request = Array("GET / HTTP/1.1\r\n\(header)\r\n\r\n".utf8)
        #expect(LoopbackConnection.callsThisMachine(request) == isTaken)
    }
}
