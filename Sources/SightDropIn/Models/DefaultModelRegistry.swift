import Foundation
import Sight
import SightConcurrency

/// The models of detectors for which no model was chosen.
package enum DefaultModelRegistry {
    private struct State: Sendable {
        var provider: any DefaultModelProvider = BuiltInModels()
        /// The number of providers that were set, by which a load sees that its provider was
        /// replaced.
        var changes = 0
        var localizer: Localizer?
        var classifier: Classifier?
    }

    private static let state = Guarded(State())
    /// The lock under which a model is loaded, so that two threads do not load it twice.
    private static let loading = NSLock()

    /// The provider of the models; detectors that are in use keep theirs.
    package static var provider: any DefaultModelProvider {
        get { state.current.provider }
        set {
            state.withLock { $0 = State(provider: newValue, changes: $0.changes + 1) }
        }
    }

    /// Returns the localizer, which is loaded once for the whole process.
    ///
    /// - Throws: `modelNotFound` when there is none, `incompatibleModel`.
    static func localizer() throws(DropInError) -> Localizer {
        if let localizer = state.current.localizer { return localizer }
        loading.lock()
        defer { loading.unlock() }
        let start = state.current
        if let localizer = start.localizer { return localizer }
        let model = try start.provider.localizer()
        do throws(DetectionError) {
            let localizer = try Localizer(model.file, options: model.options)
            state.withLock { if $0.changes == start.changes { $0.localizer = localizer } }
            return localizer
        } catch {
            throw DropInError(error)
        }
    }

    /// Returns the classifier of coarse categories, which is loaded once for the whole process;
    /// `nil` if the localizer itself tells them apart.
    ///
    /// - Throws: `modelNotFound` when there is none, `incompatibleModel`.
    static func classifier() throws(DropInError) -> Classifier? {
        if let classifier = state.current.classifier { return classifier }
        loading.lock()
        defer { loading.unlock() }
        let start = state.current
        if let classifier = start.classifier { return classifier }
        guard let model = try start.provider.classifier() else { return nil }
        do throws(DetectionError) {
            let classifier = try Classifier(model.file, options: model.options)
            state.withLock { if $0.changes == start.changes { $0.classifier = classifier } }
            return classifier
        } catch {
            throw DropInError(error)
        }
    }
}
