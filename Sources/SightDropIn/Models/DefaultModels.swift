import Foundation
import Sight

/// The models of detectors for which no model was chosen.
package enum DefaultModels {
    private static let lock = NSLock()
    nonisolated(unsafe) private static var chosen: any DefaultModelProvider = BuiltInModels()
    nonisolated(unsafe) private static var loaded: Localizer?

    /// The provider of the models; localizers that are in use keep their model.
    package static var provider: any DefaultModelProvider {
        get { lock.withLock { chosen } }
        set {
            lock.withLock {
                chosen = newValue
                loaded = nil
            }
        }
    }

    /// Returns the localizer, which is loaded once for the whole process.
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

    /// Loads the classifier of coarse categories; `nil` if the localizer itself tells them apart.
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
