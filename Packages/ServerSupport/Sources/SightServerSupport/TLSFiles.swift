import Foundation
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

    /// Reads the files once, and makes a server's configuration for TLS 1.2 and later.
    ///
    /// - Parameter warn: receives a sentence about a certificate that clients do not accept today.
    /// - Returns: the configuration.
    /// - Throws: ``Unusable``.
    public func configuration(warn: (String) -> Void = { _ in }) throws(Unusable)
        -> TLSConfiguration
    {
        try configuration(at: Int(time(nil)), warn: warn)
    }

    /// Reads the files once; `now` is the time in seconds since 1970.
    package func configuration(at now: Int, warn: (String) -> Void) throws(Unusable)
        -> TLSConfiguration
    {
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
        do { _ = try NIOSSLContext(configuration: configuration) } catch {
            guard case NIOSSLError.failedToLoadPrivateKey = error else {
                throw Unusable(description: "\(certificate) and \(key) cannot be used: \(error)")
            }
            throw Unusable(description: "\(key) is not the private key of \(certificate)")
        }
        if let leaf = chain.first, let problem = Self.problem(leaf, at: now) {
            warn("\(certificate) \(problem)")
        }
        return configuration
    }

    /// The reason why clients do not accept a certificate at a time; `nil` if it is valid then.
    private static func problem(_ leaf: NIOSSLCertificate, at now: Int) -> String? {
        func text(_ seconds: Int) -> String {
            Date(timeIntervalSince1970: Double(seconds)).formatted(.iso8601)
        }
        let (begin, end) = (Int(leaf.notValidBefore), Int(leaf.notValidAfter))
        if now > end { return "expired at \(text(end)); clients refuse it" }
        return now < begin ? "is valid from \(text(begin)) on; clients refuse it" : nil
    }
}
