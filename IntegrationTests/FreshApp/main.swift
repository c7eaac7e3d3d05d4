// An app in Swift 6 that has just replaced its pod by the package. It runs the two main uses of the
// guide, "multiple objects in static images" and "live detection and tracking".
import Foundation
import MLKit

func photo(_ picked: UIImage, _ classifier: String) throws {
    let localModel = LocalModel(path: classifier)
    // Multiple object detection in static images
    let options = CustomObjectDetectorOptions(localModel: localModel)
    options.detectorMode = .singleImage
    options.shouldEnableMultipleObjects = true
    options.shouldEnableClassification = true
    options.maxPerObjectLabelCount = 3

    let objectDetector = ObjectDetector.objectDetector(options: options)
    let image = VisionImage(image: picked)
    image.orientation = picked.imageOrientation
    let objects = try objectDetector.results(in: image)
    precondition((1...5).contains(objects.count), "\(objects.count) objects in a photo")
    precondition(objects.allSatisfy { $0.trackingID == nil && $0.labels.count <= 3 })
    print("photo: \(objects.count) objects, first at \(objects[0].frame)")
}

func live(_ picked: UIImage) throws {
    let camera = StillFrameSource([picked], frameCount: 10)
    var identities: Set<NSNumber> = []
    while let sampleBuffer = try camera.nextFrame() {
        // Live detection and tracking, with the default model.
        let options = ObjectDetectorOptions()
        let objectDetector = ObjectDetector.objectDetector(options: options)
        let image = VisionImage(buffer: sampleBuffer)
        let objects = try objectDetector.results(in: image)
        precondition(objects.count <= 1, "\(objects.count) prominent objects")
        identities.formUnion(objects.compactMap(\.trackingID))
    }
    precondition(identities.count == 1, "\(identities.count) identities of one object")
    print("live: one object, identity \(identities)")
}

MainThreadRule.current = .allow  // a command has no user interface to block
guard let picked = UIImage(contentsOfFile: CommandLine.arguments[1]) else {
    fatalError("\(CommandLine.arguments[1]) is no image")
}
try photo(picked, CommandLine.arguments[2])
try live(picked)
