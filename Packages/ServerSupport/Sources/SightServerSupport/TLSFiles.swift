public import NIOSSL

/// The files of a certificate and its private key.
public struct TLSFiles: Sendable {
    /// The error for files that cannot be used.
    public struct Unusable: Error, CustomStringConvertible {
        /// The file and the reason.
        public let description: String
    }

    private let certificate: String
    private let key: String

    /// Names two PEM files; `nil` if either name is missing.
    public init?(certificate: String?, key: String?) {
        guard let certificate, let key else { return nil }
        self.certificate = certificate
        self.key = key
    }

    /// Reads the files, and returns a server's configuration for TLS 1.2 and later.
    ///
    /// - Throws: ``Unusable``.
    public func configuration() throws(Unusable) -> TLSConfiguration {
        let chain: [NIOSSLCertificate]
        let privateKey: NIOSSLPrivateKey
        do { chain = try NIOSSLCertificate.fromPEMFile(certificate) } catch {
            throw Unusable(description: "\(certificate) is no certificate chain in PEM: \(error)")
        }
        do { privateKey = try NIOSSLPrivateKey(file: key, format: .pem) } catch {
            throw Unusable(description: "\(key) is no private key in PEM: \(error)")
        }
        var configuration = TLSConfiguration.makeServerConfiguration(
            certificateChain: chain.map { .certificate($0) }, privateKey: .privateKey(privateKey))
        configuration.minimumTLSVersion = .tlsv12
        return configuration
    }
}
