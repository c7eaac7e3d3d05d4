// Pixels that are in memory already: no file and no image library.
//
//     RawPixels < image.rgb        # 320 × 240 pixels of red, green and blue
import Foundation
import SightDefaultModels

let (width, height) = (320, 240)
let bytes = Array(FileHandle.standardInput.readDataToEndOfFile())
guard bytes.count == 3 * width * height else {
    print("usage: RawPixels < image.rgb, \(3 * width * height) bytes")
    exit(2)
}
let buffer = try ImageBuffer(width: width, height: height, format: .rgb8, bytes: bytes)
// A camera that is held upright gives images that have to be turned: `orientation: .right`.
let image = VisionImage(buffer)
let detector = try DefaultModels().makeObjectDetector()
for object in try detector.objects(in: image) {
    print(object.uprightBox, object.labels.first?.text ?? "unknown", object.score)
}
