import Firebase
import Foundation
import SightHostTesting

/// An app that has just been installed, with a `GoogleService-Info.plist` that names a host started
/// for it.
///
/// The process stands for the device, so there is one such app at a time.
final class HostedApp {
    /// The name that the guides' lines ask for.
    static let modelName = "your_remote_model"

    /// The store is that of the process, whatever hosts come and go.
    private static let device: Void = {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("sight-device-\(UUID().uuidString)")
        setenv("SIGHT_MODEL_STORE", folder.path, 1)
    }()

    let host: RunningHost

    init() throws {
        _ = Self.device
        host = try RunningHost()
        setenv("SIGHT_FIREBASE_PLIST", try host.propertyList().path, 1)
        FirebaseApp.configure()
    }

    /// How often each version of the guides' model was downloaded, by number, once it is so often.
    func downloads(_ count: Int) async throws -> [Int: Int] {
        var counts: [Int: Int] = [:]
        for hour in try await host.hours(downloads: count) {
            guard let version = hour["version"] as? Int, let count = hour["downloads"] as? Int
            else { continue }
            counts[version, default: 0] += count
        }
        return counts
    }
}
