import Foundation

/// Certificates that `openssl` makes for a test.
enum TestCertificate {
    static let canBeMade: Bool = {
        let found = (try? run("openssl", "version")) != nil
        if !found { print("SKIPPED: openssl is missing, TLS is not tried") }
        return found
    }()

    static let hasCurl: Bool = {
        let found = (try? run("curl", "--version")) != nil
        if !found { print("SKIPPED: curl is missing, nothing is downloaded over TLS") }
        return found
    }()

    private static func run(_ arguments: String...) throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = arguments
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw CocoaError(.executableLoad) }
    }

    /// A key and a certificate for this machine, signed by itself.
    static func make() throws -> (certificate: String, key: String) {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("certificate-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let paths = (folder.path + "/chain.pem", folder.path + "/key.pem")
        try run(
            "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1",
            "-nodes",
            "-days", "2", "-subj", "/CN=localhost",
            "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1",
            "-keyout", paths.1, "-out", paths.0)
        return paths
    }
}
