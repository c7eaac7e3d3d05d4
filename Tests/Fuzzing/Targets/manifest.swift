import Foundation

@testable import SightModelDownload
@testable import SightModels

/// Reads signed manifests and `GoogleService-Info.plist`.
private enum FuzzManifest {
    static let path = "/dev/shm/sight-fuzz-manifest-\(getpid())"

    static func exercise(_ bytes: UnsafeBufferPointer<UInt8>) throws {
        if let manifest = try? SignedManifest(json: Array(bytes)) {
            _ = try? manifest.unverifiedRelease()
        }
        // Mutations seldom give useful JSON behind Base64, so the contents are read directly, too.
        _ = try? SignedManifest.release(Data(bytes))
        _ = try? TrustJSON.decoder.decode(SigningKeys.self, from: Data(bytes))
        guard let file = fopen(path, "w") else { fatalError("\(path) cannot be written") }
        fwrite(bytes.baseAddress, 1, bytes.count, file)
        fclose(file)
        defer { unlink(path) }
        _ = try FirebaseConfiguration(contentsOf: URL(fileURLWithPath: path), environment: [:])
    }
}

/// One execution.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
    Harness.run(data, size, FuzzManifest.exercise)
}
