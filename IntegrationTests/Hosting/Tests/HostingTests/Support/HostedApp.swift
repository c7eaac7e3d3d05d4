import Firebase
import Foundation
import SightHostTesting

/// A newly installed app, whose `GoogleService-Info.plist` names a host that was started for it.
///
/// The process stands for the device, so only one such app exists at a time.
final class HostedApp {
    /// The model's name in the lines of the guides.
    static let modelName = "your_remote_model"

    /// Sets the store of the process, which all hosts of the tests share.
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

    /// Waits for a number of downloads of the guides' model, and returns the counts by version.
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
