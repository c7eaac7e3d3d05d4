import Foundation

/// Which classifier a detector names objects with.
package enum ModelChoice: Hashable, Sendable {
    /// The five coarse categories.
    case coarse
    /// A model file.
    case file(path: String)
    /// A model that an AutoML manifest names.
    case manifest(path: String)
    /// A model that is downloaded.
    case remote(RemoteModelReference)

    /// The file that would be read now; `nil` when there is none yet.
    var path: String? {
        switch self {
        case .coarse: nil
        case .file(let path), .manifest(let path): path
        case .remote(let reference): HostedModels.path(of: reference)
        }
    }

    /// What tells a file from the one that replaces it.
    var stamp: [String] {
        guard let path else { return [] }
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        let date = (attributes?[.modificationDate] as? Date)?.timeIntervalSince1970 ?? 0
        let size = (attributes?[.size] as? NSNumber)?.intValue ?? 0
        return [path, "\(date)", "\(size)"]
    }
}
