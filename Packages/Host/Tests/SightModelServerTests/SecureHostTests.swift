import Foundation
import SightHostTesting
import SightModelDownload
import SightModels
import SightServerTesting
import Testing

/// TLS with certificate files that `openssl` makes for the test.
@Suite(.enabled(if: TestCertificate.canBeMade), .timeLimit(.minutes(10)))
struct SecureHostTests {
    private func fetch(_ certificate: String, _ arguments: [String]) throws -> Data {
        try TestCertificate.fetch(trusting: certificate, ["-f"] + arguments)
    }

    private func object(_ data: Data) throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    }

    @Test(.enabled(if: TestCertificate.hasCurl)) func modelsComeOverTLS() throws {
        let (certificate, key) = try TestCertificate.make()
        let host = try RunningHost(["--certificate", certificate, "--key", key])
        #expect(host.base.hasPrefix("https://"))
        let bytes = TestModel.bytes(500_000)
        let file = host.folder.appendingPathComponent("model.tflite")
        try bytes.write(to: file)
        let admin = ["-H", "Authorization: Bearer \(host.token)"]
        let model = host.base + "/admin/v1/models/bird"
        _ = try fetch(
            certificate, admin + ["--data-binary", "@\(file.path)", model + "/versions"])
        _ = try fetch(certificate, admin + ["-d", "{}", model + "/promote"])
        let identity = try object(
            try fetch(
                certificate,
                [
                    "-H", "X-Goog-Api-Key: \(host.apiKey)", "-d", "{}",
                    host.base + "/v1/projects/sight/installations/",
                ]))
        let token = try #require((identity["authToken"] as? [String: Any])?["token"] as? String)
        let information = try object(
            try fetch(
                certificate,
                [
                    "-H", "x-goog-firebase-installations-auth: \(token)",
                    "\(host.base)/v1beta2/projects/sight/models/bird:download?key=\(host.apiKey)",
                ]))
        let address = try #require(information["downloadUri"] as? String)
        #expect(address.hasPrefix("https://"))
        #expect(try fetch(certificate, [address]) == bytes)
    }

    /// An untrusted certificate fails the download immediately.
    @Test func clientsDoNotTrustJustAnybody() async throws {
        let (certificate, key) = try TestCertificate.make()
        let host = try RunningHost(["--certificate", certificate, "--key", key])
        let folder = host.folder.appendingPathComponent("client")
        let configuration = try host.configuration()
        let source = FirebaseSource(
            configuration, installations: FirebaseInstallations(configuration, folder: folder))
        await #expect {
            try await ModelStore(folder: folder).update(ModelID("bird"), from: source)
        } throws: {
            let error = $0 as? ModelDeliveryError
            return error?.code == .insecure && error?.isTransient == false
        }
    }

    @Test func filesThatAreNoCertificates() throws {
        let (certificate, key) = try TestCertificate.make()
        for options in [
            ["--certificate", "/no/file.pem", "--key", key],
            ["--certificate", key, "--key", certificate], ["--certificate", certificate],
        ] {
            #expect(throws: (any Error).self) { try RunningHost(options) }
        }
    }
}
