import Foundation
import MLKit
import Testing

/// Default values on which users' code may depend.
@Suite struct DefaultsTests {
    @Test func optionsStartAsDocumented() {
        let options = ObjectDetectorOptions()
        #expect(options.detectorMode == .stream)
        #expect(!options.shouldEnableClassification && !options.shouldEnableMultipleObjects)
        let custom = CustomObjectDetectorOptions(localModel: LocalModel(path: "/m.tflite"))
        #expect(custom.detectorMode == .stream)
        #expect(custom.classificationConfidenceThreshold == nil)
        #expect(custom.maxPerObjectLabelCount == 10)
        options.maximumObjectCount = 0
        #expect(options.maximumObjectCount == 5)
    }

    @Test func rawValuesAreThoseOfTheHeaders() {
        #expect(ObjectDetectorMode.singleImage.rawValue == 0)
        #expect(ObjectDetectorMode.stream.rawValue == 1)
        let labels: [DetectedObjectLabel] = [.fashionGood, .homeGood, .food, .place, .plant]
        #expect(
            labels.map(\.rawValue) == ["Fashion good", "Home good", "Food", "Place", "Plant"])
        let indices: [DetectedObjectLabelIndex] = [.fashionGood, .homeGood, .food, .place, .plant]
        #expect(indices.map(\.rawValue) == [0, 1, 2, 3, 4])
        let sources: [MLImageSourceType] = [.image, .pixelBuffer, .sampleBuffer]
        #expect(sources.map(\.rawValue) == [0, 1, 2])
        #expect(
            ModelDownloadUserInfoKey.remoteModel.rawValue
                == "MLKModelDownloadUserInfoKeyRemoteModel")
        #expect(ModelDownloadUserInfoKey.error.rawValue == "MLKModelDownloadUserInfoKeyError")
    }
}
