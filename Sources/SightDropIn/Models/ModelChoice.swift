import Foundation

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

    /// The path of the file that would be read now; `nil` if there is none yet.
    var path: String? {
        switch self {
        case .coarse: nil
        case .file(let path), .manifest(let path): path
        case .remote(let reference): HostedModels.path(of: reference)
        }
    }

    /// The path, date and size of the file, which change when the file is replaced.
    var stamp: [String] {
        guard let path else { return [] }
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        let date = (attributes?[.modificationDate] as? Date)?.timeIntervalSince1970 ?? 0
        let size = (attributes?[.size] as? NSNumber)?.intValue ?? 0
        return [path, "\(date)", "\(size)"]
    }
}
