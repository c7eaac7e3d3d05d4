// The lines of the guides stay as they are.
// swift-format-ignore-file

import Foundation
import MLKit

/// Section 2 of the guide "ML Kit, custom model": downloads.
public final class CustomModelDownloads: NSObject, @unchecked Sendable {  // set before `seen`
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
        // snippet IT-06 TH-06
        NotificationCenter.default.addObserver(
            forName: .mlkitModelDownloadDidSucceed,
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
            forName: .mlkitModelDownloadDidFail,
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
