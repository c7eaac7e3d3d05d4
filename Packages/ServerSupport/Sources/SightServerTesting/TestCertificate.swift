public import Foundation

/// Certificates that `openssl` makes for a test, and `curl` to trust one; Foundation on Linux trusts
/// the system's alone.
public enum TestCertificate {
    /// Whether `openssl` is there; says so when it is not.
    public static let canBeMade: Bool = {
        let found = (try? run("openssl", ["version"])) != nil
        if !found { print("SKIPPED: openssl is missing, TLS is not tried") }
        return found
    }()

    /// Whether `curl` is there; says so when it is not.
    public static let hasCurl: Bool = {
        let found = (try? run("curl", ["--version"])) != nil
        if !found { print("SKIPPED: curl is missing, nothing is asked for over TLS") }
        return found
    }()

    /// A key and a certificate for this machine, signed by itself.
    public static func make() throws -> (certificate: String, key: String) {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("certificate-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let paths = (folder.path + "/chain.pem", folder.path + "/key.pem")
        _ = try run(
            "openssl",
            [
                "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1",
                "-nodes", "-days", "2", "-subj", "/CN=localhost",
                "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1",
                "-keyout", paths.1, "-out", paths.0,
            ])
        return paths
    }

    /// What `curl` answers that trusts one certificate.
    ///
    /// - Throws: `URLError` for a connection that is not trusted and, with `-f`, for refusals.
    public static func fetch(trusting certificate: String, _ arguments: [String]) throws -> Data {
        do { return try run("curl", ["-sS", "--cacert", certificate] + arguments) } catch {
            throw URLError(.secureConnectionFailed)
        }
    }

    private static func run(_ program: String, _ arguments: [String]) throws -> Data {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [program] + arguments
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw CocoaError(.executableLoad) }
        return data
    }
}
