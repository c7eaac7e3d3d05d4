public import Foundation
@_exported public import SightDropIn
public import SightFirebaseApp

/// Where the detectors of Firebase ML Vision come from.
#if canImport(ObjectiveC)
    @objcMembers @objc(FIRVision)
#endif
public class Vision: NSObject, @unchecked Sendable {  // a lock guards `statistics`
    private static let shared = Vision()
    private let lock = NSLock()
    private var statistics = true

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
        get { lock.withLock { statistics } }
        set { lock.withLock { statistics = newValue } }
    }
}
