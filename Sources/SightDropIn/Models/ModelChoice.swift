import Foundation
import Sight

/// The classifier that names a detector's objects.
package enum ModelChoice: Hashable, Sendable {
    /// The five coarse categories.
    case coarse
    /// A model file.
    case file(path: String)
    /// The model that an AutoML manifest names.
    case manifest(path: String)
    /// A model that is downloaded.
    case remote(RemoteModelReference)

    /// The paths of the files that would be read now; empty if there is none yet.
    private var paths: [String] {
        switch self {
        case .coarse: return []
        case .file(let path): return [path]
        case .manifest(let path):
            let manifest = try? AutoMLManifest(path: path)
            return [path] + [manifest?.modelPath, manifest?.labelsPath].compactMap(\.self)
        case .remote(let reference): return [HostedModels.path(of: reference)].compactMap(\.self)
        }
    }

    /// The paths, dates and sizes of the files, which change when a file is replaced.
    var stamp: [String] { paths.flatMap(Self.stamp) }

    private static func stamp(of path: String) -> [String] {
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        let date = (attributes?[.modificationDate] as? Date)?.timeIntervalSince1970 ?? 0
        let size = (attributes?[.size] as? NSNumber)?.intValue ?? 0
        return [path, "\(date)", "\(size)"]
    }
}
