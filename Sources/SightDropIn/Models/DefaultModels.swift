import Foundation
import Sight

/// Which models detectors use that do not bring one of their own.
package enum DefaultModels {
    private static let lock = NSLock()
    nonisolated(unsafe) private static var chosen: any DefaultModelProvider = BuiltInModels()
    nonisolated(unsafe) private static var loaded: Localizer?

    /// Where the models come from; localizers that are in use keep theirs.
    package static var provider: any DefaultModelProvider {
        get { lock.withLock { chosen } }
        set {
            lock.withLock {
                chosen = newValue
                loaded = nil
            }
        }
    }

    /// The localizer, loaded once for the whole process.
    ///
    /// - Throws: `modelNotFound` when there is none, `incompatibleModel`.
    static func localizer() throws(DropInError) -> Localizer {
        if let localizer = lock.withLock({ loaded }) { return localizer }
        let model = try provider.localizer()
        do throws(DetectionError) {
            let localizer = try Localizer(model.file, options: model.options)
            lock.withLock { loaded = localizer }
            return localizer
        } catch {
            throw DropInError(error)
        }
    }

    /// The classifier of coarse categories; `nil` when the localizer itself tells them apart.
    ///
    /// - Throws: `modelNotFound` when there is none, `incompatibleModel`.
    static func classifier() throws(DropInError) -> Classifier? {
        guard let model = try provider.classifier() else { return nil }
        do throws(DetectionError) {
            return try Classifier(model.file, options: model.options)
        } catch {
            throw DropInError(error)
        }
    }
}
