import Foundation
import SightServerSupport
import SightServerTesting
import Testing

/// Certificate files that `openssl` makes for the test.
@Suite(.enabled(if: TestCertificate.canBeMade)) struct TLSFilesTests {
    private static let day = 86_400

    /// A certificate of two days that starts today.
    @Test(
        arguments: [(0, nil), (10, "expired at"), (-10, "is valid from")] as [(Int, String?)])
    func certificatesOutOfTheirTimeAreNamed(days: Int, problem: String?) throws {
        let (certificate, key) = try TestCertificate.make()
        let files = try #require(TLSFiles(certificate: certificate, key: key))
        let now = Int(Date().timeIntervalSince1970) + days * Self.day
        var warnings: [String] = []
        _ = try files.configuration(at: now) { warnings.append($0) }
        #expect(warnings.count == (problem == nil ? 0 : 1))
        if let problem {
            #expect(warnings.first?.hasPrefix("\(certificate) \(problem)") == true)
        }
    }

    @Test func keysOfOtherCertificatesAreRefused() throws {
        let (certificate, _) = try TestCertificate.make()
        let (_, key) = try TestCertificate.make()
        let files = try #require(TLSFiles(certificate: certificate, key: key))
        let error = #expect(throws: TLSFiles.Unusable.self) { try files.configuration() }
        #expect(error?.description == "\(key) is not the private key of \(certificate)")
    }
}
