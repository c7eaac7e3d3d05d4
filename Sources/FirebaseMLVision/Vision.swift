public import Foundation
import SightConcurrency
@_exported public import SightDropIn
public import SightFirebaseApp

/// The factory of the detectors of Firebase ML Vision.
#if canImport(ObjectiveC)
    @objcMembers @objc(FIRVision)
#endif
public final class Vision: NSObject, Sendable {
    private static let shared = Vision()
    private let statistics = Guarded(true)

    required override init() {}

    /// Returns the instance of the process.
    ///
    /// The call works without a configured app; Firebase's original raises an exception then.
    public class func vision() -> Self { shared as? Self ?? self.init() }

    /// Returns the instance of the process, which does not depend on the app.
    #if canImport(ObjectiveC)
        @objc(visionForApp:)
    #endif
    public class func vision(app: FirebaseApp) -> Self { vision() }

    /// Whether statistics may be collected; the value has no effect, because Sight collects none.
    #if canImport(ObjectiveC)
        @objc(statsCollectionEnabled)
    #endif
    public var isStatsCollectionEnabled: Bool {
        get { statistics.current }
        set { statistics.current = newValue }
    }
}
