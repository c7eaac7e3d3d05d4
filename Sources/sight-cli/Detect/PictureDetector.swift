import Sight
import SightServing

/// The objects of one picture and how long they took.
struct DetectedPicture: Sendable {
    let picture: DecodedPicture
    let objects: [Object]
    let detectMilliseconds: Double
    let classifyMilliseconds: Double

    /// What is printed about it.
    func report(in space: BoxSpace) -> DetectReport {
        DetectReport(
            file: picture.name, image: picture.image, objects: objects,
            inSourcePixels: space == .source,
            milliseconds: DetectReport.Times(
                decode: picture.decodeMilliseconds, detect: detectMilliseconds,
                classify: classifyMilliseconds))
    }
}

extension TimedDetector {
    /// Finds and names the objects of a picture.
    ///
    /// - Throws: ``CommandError`` with status `someInputsFailed` and the picture's name.
    func detect(_ picture: DecodedPicture) throws(CommandError) -> DetectedPicture {
        do throws(DetectionError) {
            let found = try detect(picture.image)
            return DetectedPicture(
                picture: picture, objects: found.objects,
                detectMilliseconds: found.detectMilliseconds,
                classifyMilliseconds: found.classifyMilliseconds)
        } catch {
            throw CommandError(.someInputsFailed, "\(picture.name): \(error.message)", cause: error)
        }
    }
}
