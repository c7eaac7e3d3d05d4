// Detects objects in pixels in memory, without a file and an image library.
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
// The frames of a phone's camera in portrait need `orientation: .right`.
let image = VisionImage(buffer)
let detector = try DefaultModels().makeObjectDetector()
for object in try detector.objects(in: image) {
    print(object.uprightBox, object.labels.first?.text ?? "unknown", object.score)
}
