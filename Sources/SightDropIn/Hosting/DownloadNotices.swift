package import Foundation

/// The notifications about downloads of one family of modules; the families differ in names alone.
package struct DownloadNotices: Sendable {
    private let succeeded, failed: Notification.Name
    private let modelKey, errorKey: String

    /// Names the notifications and what they carry.
    package init(
        succeeded: Notification.Name, failed: Notification.Name, modelKey: String, errorKey: String
    ) {
        self.succeeded = succeeded
        self.failed = failed
        self.modelKey = modelKey
        self.errorKey = errorKey
    }

    /// Tells everybody how the download of a model has ended, on the calling thread.
    ///
    /// The model is the object of the notification: observers of that instance are called, and those
    /// of every object.
    package func post(_ model: NSObject, _ error: DropInError?) {
        var info: [AnyHashable: Any] = [modelKey: model]
        if let error { info[errorKey] = error.nsError }
        NotificationCenter.default.post(
            name: error == nil ? succeeded : failed, object: model, userInfo: info)
    }
}
