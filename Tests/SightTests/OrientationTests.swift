import ModelFixtures
import Sight
import SightGeometry
import Testing

/// The same photo stored in all eight EXIF orientations gives the same objects.
@Suite(.enabled(if: SharedFixtures.areAvailable))
struct OrientationTests {
    @Test(arguments: ["Landscape", "Portrait"])
    func allOrientationsGiveTheSameObjects(_ photo: String) throws {
        let model = SharedFixtures.path(
            "models/detectors/coco_ssd_mobilenet_v1_1.0_quant_2018_06_29.tflite")
        var options = LocalizerOptions()
        options.scoreThreshold = 0.4
        var wishes = ObjectDetectorOptions()
        wishes.allowsMultipleObjects = true
        let detector = ObjectDetector(
            localizer: try Localizer(ModelFile(path: model), options: options), options: wishes)
        let upright = try detector.objects(
            in: fixtureImage("images/exif_orientation/\(photo)_1.jpg"))
        #expect(!upright.isEmpty)
        for orientation in Orientation.allCases {
            let image = try fixtureImage(
                "images/exif_orientation/\(photo)_\(orientation.rawValue).jpg")
            #expect(image.orientation == orientation)
            let objects = try detector.objects(in: image)
            // Stored pixels were compressed again, so scores differ a little; sure ones stay.
            for wanted in upright where wanted.score > 0.5 {
                let found = objects.first {
                    $0.labels.first?.index == wanted.labels.first?.index
                        && $0.uprightBox.intersectionOverUnion(wanted.uprightBox) > 0.85
                }
                #expect(found != nil, "\(photo) \(orientation): \(wanted) among \(objects)")
                if let found {
                    #expect(abs(found.score - wanted.score) <= 0.1)
                    let back = orientation.upright(found.box, sourceSize: image.sourceSize)
                    #expect(back.intersectionOverUnion(found.uprightBox) > 0.999)
                }
            }
        }
    }
}
