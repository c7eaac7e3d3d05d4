import ModelFixtures
import Sight
import SightImage
import SightImageIO

/// Loads a picture under `fixtures` in full, as peers do.
func picture(_ path: String) throws -> VisionImage {
    VisionImage(try ImageDecoder.default.decode(contentsOf: SharedFixtures.path(path)))
}

/// A picture of one grey.
func grey(_ width: Int, _ height: Int) throws -> VisionImage {
    VisionImage(
        try ImageBuffer(
            width: width, height: height, format: .gray8,
            bytes: [UInt8](repeating: 128, count: width * height)))
}
