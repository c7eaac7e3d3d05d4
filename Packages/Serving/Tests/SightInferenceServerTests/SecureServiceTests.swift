import Foundation
import SightServerTesting
import Testing

/// TLS with certificate files that `openssl` makes for the test; `curl` is the client.
@Suite(.enabled(if: TestCertificate.canBeMade && TestCertificate.hasCurl))
struct SecureServiceTests {
    private func status(
        _ certificate: String, _ address: String, _ options: [String] = []
    ) throws -> String {
        let words = options + ["-o", "/dev/null", "-w", "%{http_code}", address]
        return String(
            decoding: try TestCertificate.fetch(trusting: certificate, words), as: UTF8.self)
    }

    @Test func answersWhoTrustsItAndShowsTheToken() async throws {
        let (certificate, key) = try TestCertificate.make()
        let token = certificate + ".token"
        try Data("secret".utf8).write(to: URL(fileURLWithPath: token))
        let service = try await RunningService(
            ["--certificate", certificate, "--key", key, "--token-file", token],
            trusting: certificate)
        #expect(service.base.hasPrefix("https://"))
        #expect(try status(certificate, service.base + "/v2") == "401")
        let header = ["-H", "Authorization: Bearer secret"]
        #expect(try status(certificate, service.base + "/v2", header) == "200")
        let image = service.folder.appendingPathComponent("image.bmp")
        try Data(TestModels.image()).write(to: image)
        let body = header + ["--data-binary", "@\(image.path)"]
        #expect(try status(certificate, service.base + "/v1/detect", body) == "200")
        let (stranger, _) = try TestCertificate.make()
        #expect(throws: URLError.self) { try status(stranger, service.base + "/v2", header) }
        let plain = service.base.replacingOccurrences(of: "https", with: "http")
        #expect(throws: URLError.self) { try status(certificate, plain + "/v2", header) }
        #expect(try status(certificate, service.base + "/v2", header) == "200")
    }

    @Test func filesThatAreNoCertificates() async throws {
        let (certificate, key) = try TestCertificate.make()
        for options in [
            ["--certificate", "/no/file.pem", "--key", key],
            ["--certificate", key, "--key", certificate], ["--certificate", certificate],
        ] {
            await #expect(throws: (any Error).self) { try await RunningService(options) }
        }
    }
}
