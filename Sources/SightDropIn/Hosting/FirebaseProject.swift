package import Foundation
package import SightModelDownload
package import SightModels

/// The Firebase project that an app has been configured with in code.
package struct FirebaseProject: Hashable, Sendable {
    let apiKey, appID, projectID, bundleID: String
    let modelHost: URL?

    /// Keeps what `FirebaseOptions` say; it is checked when a model is downloaded.
    package init(
        apiKey: String, appID: String, projectID: String, bundleID: String, modelHost: URL?
    ) {
        self.apiKey = apiKey
        self.appID = appID
        self.projectID = projectID
        self.bundleID = bundleID
        self.modelHost = modelHost
    }

    /// The project as the downloader knows it.
    package func configuration() throws(ModelDeliveryError) -> FirebaseConfiguration {
        try FirebaseConfiguration(
            apiKey: apiKey, appID: appID, projectID: projectID, bundleID: bundleID,
            endpoints: .current(host: modelHost))
    }

    /// The property list of the app: `GoogleService-Info.plist`, or what the environment's
    /// `SIGHT_FIREBASE_PLIST` names.
    package static var file: URL? { FirebaseConfiguration.mainFile }
}
