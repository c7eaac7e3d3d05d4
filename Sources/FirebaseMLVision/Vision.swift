public import Foundation
import SightConcurrency
@_exported public import SightDropIn
public import SightFirebaseApp

/// Where the detectors of Firebase ML Vision come from.
#if canImport(ObjectiveC)
    @objcMembers @objc(FIRVision)
#endif
public final class Vision: NSObject, Sendable {
    private static let shared = Vision()
    private let statistics = Guarded(true)

    required override init() {}

    /// The instance of the process.
    ///
    /// No app has to be configured, unlike in Firebase, whose call raises an exception.
    public class func vision() -> Self { shared as? Self ?? self.init() }

    /// The instance of the process; nothing depends on the app.
    #if canImport(ObjectiveC)
        @objc(visionForApp:)
    #endif
    public class func vision(app: FirebaseApp) -> Self { vision() }

    /// Whether statistics may be collected: kept and ignored, nothing is ever collected.
    #if canImport(ObjectiveC)
        @objc(statsCollectionEnabled)
    #endif
    public var isStatsCollectionEnabled: Bool {
        get { statistics.current }
        set { statistics.current = newValue }
    }
}
