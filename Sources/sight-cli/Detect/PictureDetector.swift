import Sight
import SightGeometry

/// The objects of one picture and how long they took.
struct DetectedPicture: Sendable {
    let picture: DecodedPicture
    let objects: [Object]
    let detectMilliseconds: Double
    let classifyMilliseconds: Double
}

/// An object detector whose two halves are timed.
struct PictureDetector: Sendable {
    let detector: ObjectDetector
    let localizer: Localizer
    let isClassifying: Bool

    /// Pixels that both sides of a picture must keep when it is decoded.
    ///
    /// A quarter more than the model's input, so that nothing is enlarged for it; four times that
    /// for a classifier, which sees parts of the picture.
    var minimumPictureSize: Int {
        let side = max(localizer.inputSize.width, localizer.inputSize.height)
        return Int(side * 1.25) * (isClassifying ? 4 : 1)
    }

    /// Finds and names the objects of a picture.
    ///
    /// - Throws: ``CommandError`` with status `someInputsFailed` and the picture's name.
    func detect(_ picture: DecodedPicture) async throws(CommandError) -> DetectedPicture {
        do throws(DetectionError) {
            var watch = Stopwatch()
            let detections = try detector.localize(picture.image)
            let detect = watch.lap()
            let objects = try detector.label(detections, in: picture.image)
            return DetectedPicture(
                picture: picture, objects: objects, detectMilliseconds: detect,
                classifyMilliseconds: isClassifying ? watch.lap() : 0)
        } catch {
            throw CommandError(.someInputsFailed, "\(picture.name): \(error.message)", cause: error)
        }
    }
}
