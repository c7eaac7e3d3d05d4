import Sight
import SightReports

/// The objects of one image, and the time that finding them took.
struct DetectedImage: Sendable {
    let input: NamedImage
    let result: DetectionResult

    /// Returns the report to print.
    func report(in space: BoxSpace) -> DetectReport {
        DetectReport(
            file: input.name, image: input.image, objects: result.objects,
            inSourcePixels: space == .source, isDamaged: input.isDamaged,
            milliseconds: DetectReport.Times(
                decode: input.decodeMilliseconds, detect: result.localizationMilliseconds,
                classify: result.classificationMilliseconds))
    }
}

extension ObjectDetector {
    /// Finds and names the objects of an image.
    ///
    /// - Throws: ``CommandError`` with status `someInputsFailed` and the image's name.
    func detect(_ input: NamedImage) throws(CommandError) -> DetectedImage {
        do throws(DetectionError) {
            return DetectedImage(input: input, result: try detect(input.image))
        } catch {
            throw CommandError(.someInputsFailed, "\(input.name): \(error.message)", cause: error)
        }
    }
}
