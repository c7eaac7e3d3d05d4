import FirebaseMLCommon
import FirebaseMLModelInterpreter
import Foundation
import SightDropIn
import SightFirebaseApp
import SightModelDownload
import SightModels
import Testing

@Suite struct FirebaseModelTests {
    @Test func thePathIsToldBeforeTheCallReturns() {
        let model = CustomRemoteModel(name: "nowhere")
        var error: NSError?
        ModelManager.modelManager().getLatestModelFilePath(model) { path, failure in
            #expect(path == nil)
            error = failure as NSError?
        }
        #expect(error?.code == SightErrorCode.modelNotDownloaded.rawValue)
        #expect(!ModelManager.modelManager().isModelDownloaded(model))
    }

    @Test func modelsAreComparedByName() {
        #expect(CustomRemoteModel(name: "a").isEqual(CustomRemoteModel(name: "a")))
        #expect(!CustomRemoteModel(name: "a").isEqual(CustomRemoteModel(name: "b")))
        #expect(CustomLocalModel(modelPath: "/m").path == "/m")
        #expect(ModelDownloadUserInfoKey("x") == ModelDownloadUserInfoKey(rawValue: "x"))
        #expect(
            ModelDownloadUserInfoKey.remoteModel.rawValue
                == "FIRModelDownloadUserInfoKeyRemoteModel")
    }

    @Test func optionsNameTheHost() throws {
        let options = FirebaseOptions(googleAppID: "1:2:ios:3", gcmSenderID: "2")
        options.modelHost = URL(string: "https://models.example.org")
        let copy = try #require(options.copy() as? FirebaseOptions)
        #expect(copy.modelHost == options.modelHost)
        func host(_ url: URL?) throws -> String? {
            let project = FirebaseProject(
                apiKey: "A" + String(repeating: "b", count: 38), appID: options.googleAppID,
                projectID: "p", bundleID: "org.x", modelHost: url)
            return try project.configuration().endpoints.models.host
        }
        #expect(try host(copy.modelHost) == "models.example.org")
        #expect(throws: (any Error).self) { try host(URL(string: "http://models.example.org")) }
    }

    /// firebase-ios-sdk may be configured in code, of which Sight's modules know nothing.
    @Test func anAppWithoutAPropertyListIsToldTheWayOut() {
        let model = RemoteModelReference(name: "bird", host: .firebase)
        let conditions = RemoteModelConditions(
            allowsCellularAccess: true, allowsBackgroundDownloading: false)
        let error = #expect(throws: ModelDeliveryError.self) {
            try StoredRemoteModels.source(of: model, conditions)
        }
        #expect(error?.code == .failedPrecondition)
        #expect(error?.message.contains("no GoogleService-Info.plist") == true)
        #expect(error?.message.contains("configure(options:) of SightFirebaseApp") == true)
    }

    @Test func anAppIsConfiguredFromAPropertyList() throws {
        let list: [String: Any] = [
            "API_KEY": "key", "GOOGLE_APP_ID": "1:2:ios:3", "PROJECT_ID": "project",
            "GCM_SENDER_ID": "2", "BUNDLE_ID": "org.example",
        ]
        let data = try PropertyListSerialization.data(
            fromPropertyList: list, format: .xml, options: 0)
        let path = try ScratchFiles.file(Array(data), "plist")
        let options = try #require(FirebaseOptions(contentsOfFile: path))
        #expect(options.apiKey == "key" && options.bundleID == "org.example")
        FirebaseApp.configure(name: "test", options: options)
        options.apiKey = "changed"
        #expect(FirebaseApp.app(name: "test")?.options.apiKey == "key")
        #expect(FirebaseApp.app(name: "other") == nil)
        #expect(FirebaseOptions(contentsOfFile: "/no/file.plist") == nil)
    }
}
