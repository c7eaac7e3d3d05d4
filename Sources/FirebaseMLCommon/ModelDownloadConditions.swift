public import Foundation
package import SightDropIn

/// The conditions for the download of a model.
#if canImport(ObjectiveC)
    @objcMembers @objc(FIRModelDownloadConditions)
#endif
open class ModelDownloadConditions: NSObject, NSCopying,
    @unchecked Sendable  // an open class; every stored property is a constant
{
    /// Whether the download may use a cellular network.
    public let allowsCellularAccess: Bool
    /// Whether the download continues while the app is in the background; without effect on Linux.
    public let allowsBackgroundDownloading: Bool

    /// Makes conditions.
    public init(allowsCellularAccess: Bool, allowsBackgroundDownloading: Bool) {
        self.allowsCellularAccess = allowsCellularAccess
        self.allowsBackgroundDownloading = allowsBackgroundDownloading
    }

    /// Makes the default conditions: cellular access, but no downloads in the background.
    public override convenience init() {
        self.init(allowsCellularAccess: true, allowsBackgroundDownloading: false)
    }

    /// Returns the same object, because conditions never change.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// Whether two conditions are equal.
    open override func isEqual(_ object: Any?) -> Bool {
        (object as? ModelDownloadConditions)?.core == core
    }

    /// A hash of the conditions.
    open override var hash: Int { core.hashValue }

    /// The conditions as a value.
    package var core: RemoteModelConditions {
        RemoteModelConditions(
            allowsCellularAccess: allowsCellularAccess,
            allowsBackgroundDownloading: allowsBackgroundDownloading)
    }
}
