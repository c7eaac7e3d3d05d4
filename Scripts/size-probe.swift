// The parts of MLKit that an app uses: detectors for photos and for a stream, a custom classifier,
// a download, labels. `Scripts/measure_size.py` links this file.
import MLKit
import UIKit

@main enum SizeProbe {
    static func main() throws {
        let options = ObjectDetectorOptions()
        options.shouldEnableClassification = true
        let detector = ObjectDetector.objectDetector(options: options)
        let model = CustomRemoteModel(remoteModelSource: FirebaseModelSource(name: "model"))
        _ = ModelManager.modelManager().download(
            model,
            conditions: ModelDownloadConditions(
                allowsCellularAccess: false, allowsBackgroundDownloading: true))
        let custom = CustomObjectDetectorOptions(localModel: LocalModel(path: "/model.tflite"))
        let image = VisionImage(image: UIImage())
        detector.process(image) { objects, _ in print(objects?.map(\.frame) ?? []) }
        print(try ObjectDetector.objectDetector(options: custom).results(in: image).count)
        let labeler = ImageLabeler.imageLabeler(options: ImageLabelerOptions())
        print(try labeler.results(in: image).map(\.text))
    }
}
