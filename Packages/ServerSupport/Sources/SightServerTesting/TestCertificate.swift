public import Foundation

/// Makes certificates with `openssl` for a test, and sends requests with `curl`, because Foundation
/// on Linux trusts only the certificates of the system.
public enum TestCertificate {
    /// Whether `openssl` is installed; prints a line if it is not.
    public static let canBeMade: Bool = {
        let found = (try? run("openssl", ["version"])) != nil
        if !found { print("SKIPPED: openssl is missing, TLS is not tried") }
        return found
    }()

    /// Whether `curl` is installed; prints a line if it is not.
    public static let hasCurl: Bool = {
        let found = (try? run("curl", ["--version"])) != nil
        if !found { print("SKIPPED: curl is missing, nothing is asked for over TLS") }
        return found
    }()

    /// Makes a key and a self-signed certificate for this machine.
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

    /// Runs `curl` with trust in one certificate, and returns its output.
    ///
    /// - Throws: `URLError` for an untrusted connection and, with `-f`, for an HTTP error.
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
