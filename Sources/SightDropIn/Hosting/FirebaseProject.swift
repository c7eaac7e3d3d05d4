package import SightModelDownload
package import SightModels

/// The Firebase project that an app has been configured with in code.
package struct FirebaseProject: Hashable, Sendable {
    let apiKey, appID, projectID, bundleID: String

    /// Keeps what `FirebaseOptions` say; it is checked when a model is downloaded.
    package init(apiKey: String, appID: String, projectID: String, bundleID: String) {
        self.apiKey = apiKey
        self.appID = appID
        self.projectID = projectID
        self.bundleID = bundleID
    }

    /// The project as the downloader knows it.
    package func configuration() throws(ModelSourceError) -> FirebaseConfiguration {
        try FirebaseConfiguration(
            apiKey: apiKey, appID: appID, projectID: projectID, bundleID: bundleID)
    }
}
