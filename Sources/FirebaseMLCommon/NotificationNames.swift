public import Foundation

extension Notification.Name {
    /// A download succeeded; `userInfo` has the model.
    ///
    /// Posted on `DetectionCallbacks.queue`, the main queue by default.
    public static let firebaseMLModelDownloadDidSucceed = Notification.Name(
        "FIRModelDownloadDidSucceedNotification")
    /// A download failed; `userInfo` has the model and the error.
    ///
    /// Posted on `DetectionCallbacks.queue`, the main queue by default.
    public static let firebaseMLModelDownloadDidFail = Notification.Name(
        "FIRModelDownloadDidFailNotification")
}
