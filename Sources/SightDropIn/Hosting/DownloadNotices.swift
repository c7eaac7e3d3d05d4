import Dispatch
package import Foundation

/// The notifications about downloads of one family of modules; the families differ only in names.
package struct DownloadNotices: Sendable {
    private let succeeded, failed: Notification.Name
    private let modelKey, errorKey: String

    /// Makes notifications with these names and these keys of their contents.
    package init(
        succeeded: Notification.Name, failed: Notification.Name, modelKey: String, errorKey: String
    ) {
        self.succeeded = succeeded
        self.failed = failed
        self.modelKey = modelKey
        self.errorKey = errorKey
    }

    /// Posts the outcome of a model's download later on ``DetectionCallbacks/queue``.
    ///
    /// The model is the notification's object: it reaches the observers of that instance and the
    /// observers of all objects. Code on the main thread may add an observer after the call that
    /// starts the download.
    package func post(_ model: any NSObject & Sendable, _ error: DropInError?) {
        DetectionCallbacks.queue.async {
            var info: [AnyHashable: Any] = [modelKey: model]
            if let error { info[errorKey] = error.nsError }
            NotificationCenter.default.post(
                name: error == nil ? succeeded : failed, object: model, userInfo: info)
        }
    }
}
