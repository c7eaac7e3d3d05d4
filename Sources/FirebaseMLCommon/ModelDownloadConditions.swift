public import Foundation
package import SightDropIn

/// When a model may be downloaded.
#if canImport(ObjectiveC)
    @objcMembers @objc(FIRModelDownloadConditions)
#endif
open class ModelDownloadConditions: NSObject, NSCopying,
    @unchecked Sendable  // an open class; every stored property is a constant
{
    /// Whether the network of a phone may be used.
    public let allowsCellularAccess: Bool
    /// Whether the download goes on while the app is in the background; without effect on Linux.
    public let allowsBackgroundDownloading: Bool

    /// Makes conditions.
    public init(allowsCellularAccess: Bool, allowsBackgroundDownloading: Bool) {
        self.allowsCellularAccess = allowsCellularAccess
        self.allowsBackgroundDownloading = allowsBackgroundDownloading
    }

    /// Makes the defaults: cellular access, but not in the background.
    public override convenience init() {
        self.init(allowsCellularAccess: true, allowsBackgroundDownloading: false)
    }

    /// Itself: conditions never change.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// Whether two conditions allow the same.
    open override func isEqual(_ object: Any?) -> Bool {
        (object as? ModelDownloadConditions)?.core == core
    }

    /// A hash of what is allowed.
    open override var hash: Int { core.hashValue }

    /// The conditions as a value.
    package var core: RemoteModelConditions {
        RemoteModelConditions(
            allowsCellularAccess: allowsCellularAccess,
            allowsBackgroundDownloading: allowsBackgroundDownloading)
    }
}
