// The lines of the guides stay as they are.
// swift-format-ignore-file

import Foundation
import MLKit

/// Sections 1 and 2 of the guide "ML Kit, custom model": models and options.
public enum CustomModelSetup {
    /// A model in the app.
    public static func local(_ localModelFilePath: String) -> LocalModel {
        // snippet IT-01 TH-01
        let localModel = LocalModel(path: localModelFilePath)
        // end
        return localModel
    }

    /// A model that Firebase hosts.
    public static func remote() -> CustomRemoteModel {
        // snippet IT-02 TH-02
        let firebaseModelSource = FirebaseModelSource(
            name: "your_remote_model") // The name you assigned in
                                       // the Firebase console.
        let remoteModel = CustomRemoteModel(remoteModelSource: firebaseModelSource)
        // end
        return remoteModel
    }

    /// Starts the download.
    public static func download(_ remoteModel: CustomRemoteModel) -> Progress {
        // snippet IT-03 TH-03
        let downloadConditions = ModelDownloadConditions(
          allowsCellularAccess: true,
          allowsBackgroundDownloading: true
        )

        let downloadProgress = ModelManager.modelManager().download(
          remoteModel,
          conditions: downloadConditions
        )
        // end
        return downloadProgress
    }

    /// Options with the model in the app.
    public static func options(_ localModel: LocalModel) -> CustomObjectDetectorOptions {
        // snippet IT-04 TH-04
        let options = CustomObjectDetectorOptions(localModel: localModel)
        options.detectorMode = .singleImage
        options.shouldEnableClassification = true
        options.shouldEnableMultipleObjects = true
        options.classificationConfidenceThreshold = NSNumber(value: 0.5)
        options.maxPerObjectLabelCount = 3
        // end
        return options
    }

    /// Options with the downloaded model, or with the model in the app until the download ends.
    public static func options(
        _ remoteModel: CustomRemoteModel, _ localModel: LocalModel
    ) -> CustomObjectDetectorOptions {
        // snippet IT-05 TH-05
        var options: CustomObjectDetectorOptions!
        if (ModelManager.modelManager().isModelDownloaded(remoteModel)) {
          options = CustomObjectDetectorOptions(remoteModel: remoteModel)
        } else {
          options = CustomObjectDetectorOptions(localModel: localModel)
        }
        options.detectorMode = .singleImage
        options.shouldEnableClassification = true
        options.shouldEnableMultipleObjects = true
        options.classificationConfidenceThreshold = NSNumber(value: 0.5)
        options.maxPerObjectLabelCount = 3
        // end
        return options
    }

    /// The options for the first main use, a camera.
    public static func liveOptions(_ localModel: LocalModel) -> CustomObjectDetectorOptions {
        // snippet IT-07 TH-07
        // Live detection and tracking
        let options = CustomObjectDetectorOptions(localModel: localModel)
        options.shouldEnableClassification = true
        options.maxPerObjectLabelCount = 3
        // end
        return options
    }

    /// The options for the second main use, photos.
    public static func photoOptions(_ localModel: LocalModel) -> CustomObjectDetectorOptions {
        // snippet IT-07 TH-07
        // Multiple object detection in static images
        let options = CustomObjectDetectorOptions(localModel: localModel)
        options.detectorMode = .singleImage
        options.shouldEnableMultipleObjects = true
        options.shouldEnableClassification = true
        options.maxPerObjectLabelCount = 3
        // end
        return options
    }
}
