import Sight
import SightReports

/// The objects of one image and how long they took.
struct DetectedPicture: Sendable {
    let picture: NamedPicture
    let result: DetectionResult

    /// What is printed about it.
    func report(in space: BoxSpace) -> DetectReport {
        DetectReport(
            file: picture.name, image: picture.image, objects: result.objects,
            inSourcePixels: space == .source,
            milliseconds: DetectReport.Times(
                decode: picture.decodeMilliseconds, detect: result.localizationMilliseconds,
                classify: result.classificationMilliseconds))
    }
}

extension ObjectDetector {
    /// Finds and names the objects of an image.
    ///
    /// - Throws: ``CommandError`` with status `someInputsFailed` and the image's name.
    func detect(_ picture: NamedPicture) throws(CommandError) -> DetectedPicture {
        do throws(DetectionError) {
            return DetectedPicture(picture: picture, result: try detect(picture.image))
        } catch {
            throw CommandError(.someInputsFailed, "\(picture.name): \(error.message)", cause: error)
        }
    }
}
