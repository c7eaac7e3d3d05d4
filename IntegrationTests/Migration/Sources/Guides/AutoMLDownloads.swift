// The lines of the guides stay as they are.
// swift-format-ignore-file

import Firebase
import Foundation

/// Section 1 of the guide "AutoML object detection": downloads.
public final class AutoMLDownloads: NSObject, @unchecked Sendable {  // set before `seen`
    /// The model of the last notification, set on the posting thread before `seen` is called.
    public private(set) var model: RemoteModel?
    public private(set) var failure: NSError?
    private let seen: @Sendable () -> Void

    public init(seen: @escaping @Sendable () -> Void) { self.seen = seen }

    private func note(_ model: RemoteModel, _ error: Any?) {
        self.model = model
        failure = error as? NSError
        seen()
    }

    public func observe() {
        // snippet ES-05
        NotificationCenter.default.addObserver(
            forName: .firebaseMLModelDownloadDidSucceed,
            object: nil,
            queue: nil
        ) { [weak self] notification in
            guard let strongSelf = self,
                let userInfo = notification.userInfo,
                let model = userInfo[ModelDownloadUserInfoKey.remoteModel.rawValue]
                    as? RemoteModel,
                model.name == "your_remote_model"
                else { return }
            // The model was downloaded and is available on the device
            strongSelf.note(model, nil)  // test
        }

        NotificationCenter.default.addObserver(
            forName: .firebaseMLModelDownloadDidFail,
            object: nil,
            queue: nil
        ) { [weak self] notification in
            guard let strongSelf = self,
                let userInfo = notification.userInfo,
                let model = userInfo[ModelDownloadUserInfoKey.remoteModel.rawValue]
                    as? RemoteModel
                else { return }
            let error = userInfo[ModelDownloadUserInfoKey.error.rawValue]
            // ...
            strongSelf.note(model, error)  // test
        }
        // end
    }
}
