public import Foundation

extension Notification.Name {
    /// A download succeeded; `userInfo` has the model.
    ///
    /// Posted on `DetectionCallbacks.queue`, the main queue by default.
    public static let mlkitModelDownloadDidSucceed = Notification.Name(
        "MLKModelDownloadDidSucceedNotification")
    /// A download failed; `userInfo` has the model and the error.
    ///
    /// Posted on `DetectionCallbacks.queue`, the main queue by default.
    public static let mlkitModelDownloadDidFail = Notification.Name(
        "MLKModelDownloadDidFailNotification")
}
