// The lines of the guides stay as they are.
// swift-format-ignore-file

import Firebase
import Foundation
import TensorFlowLite

/// Section 1 of the guide "AutoML object detection": models and interpreters.
public enum AutoMLModels {
    /// A stand-in for the app's bundle, so that the guide's lines find the fixtures.
    public enum Bundle {
        /// A bundle with a list of resources.
        public struct Listed: Sendable {
            var paths: [String: String] = [:]

            func path(forResource name: String, ofType type: String) -> String? {
                paths["\(name).\(type)"]
            }
        }
        nonisolated(unsafe) public static var main = Listed()

        /// Puts a file into the bundle.
        public static func add(_ name: String, at path: String) { main.paths[name] = path }
    }

    /// A model that Firebase hosts.
    public static func remote() -> CustomRemoteModel {
        // snippet ES-01
        let remoteModel = CustomRemoteModel(
            name: "your_remote_model"  // The name you assigned in the Google Cloud Console.
        )
        // end
        return remoteModel
    }

    /// Starts the download.
    public static func download(_ remoteModel: CustomRemoteModel) -> Progress {
        // snippet ES-02
        let downloadProgress = ModelManager.modelManager().download(
            remoteModel,
            conditions: ModelDownloadConditions(
                allowsCellularAccess: true,
                allowsBackgroundDownloading: true
            )
        )
        // end
        return downloadProgress
    }

    /// Makes an interpreter for the model in the app and passes it to `made`, as in an app
    /// delegate.
    public static func local(_ made: (Interpreter) -> Void) throws -> Bool {
        // snippet ES-03
        guard let modelPath = Bundle.main.path(
            forResource: "model",
            ofType: "tflite"
        ) else {
          print("Failed to load the model file.")
          return true
        }
        let interpreter = try Interpreter(modelPath: modelPath)
        try interpreter.allocateTensors()
        // end
        made(interpreter)
        return true
    }

    /// Makes an interpreter for the downloaded model, or for the model in the app, and passes it to
    /// `made` with the path.
    public static func remoteOrLocal(
        _ remoteModel: CustomRemoteModel, _ made: (Interpreter, String) -> Void
    ) throws {
        // snippet ES-04
        var modelPath: String?
        if ModelManager.modelManager().isModelDownloaded(remoteModel) {
            ModelManager.modelManager().getLatestModelFilePath(remoteModel) { path, error in
                guard error == nil else { return }
                guard let path = path else { return }
                modelPath = path
            }
        } else {
            modelPath = Bundle.main.path(
                forResource: "model",
                ofType: "tflite"
            )
        }

        guard modelPath != nil else { return }
        // guide: let interpreter = try Interpreter(modelPath: modelPath)
        let interpreter = try Interpreter(modelPath: modelPath!)  // corrected
        try interpreter.allocateTensors()
        // end
        made(interpreter, modelPath ?? "")
    }
}
