import ModelFixtures
import Sight
import SightImageIO

/// Loads a picture under `fixtures` in full, as peers do.
func picture(_ path: String) throws -> VisionImage {
    let decoded = try ImageDecoder.default.decode(contentsOf: SharedFixtures.path(path))
    return VisionImage(
        decoded.buffer, orientation: decoded.orientation, sourceSize: decoded.sourceSize)
}
