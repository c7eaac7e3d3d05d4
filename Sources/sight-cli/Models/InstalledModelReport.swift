import Foundation
import SightModels

/// An installed model as JSON.
struct InstalledModelReport: Encodable {
    let name: String
    let path: String
    let size: Int
    let sha256: String
    let revision: String?
    let installed: String

    init(_ model: InstalledModel) {
        name = model.id.name
        path = model.path
        size = model.size
        sha256 = model.digest.hexadecimal
        revision = model.revision?.text
        installed = ISO8601DateFormatter().string(from: model.installed)
    }
}
