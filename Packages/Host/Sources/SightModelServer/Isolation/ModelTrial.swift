import Foundation
import Sight
import SightImageIO

/// The result of a version for one image, for the console's "try it" box.
package struct ModelTrial: Codable, Sendable {
    /// One box, or a label of the whole image.
    package struct Finding: Codable, Sendable {
        let label: String
        let score: Double
        /// Left, top, width and height, 0…1 of the upright image; `nil` for the whole image.
        let box: [Double]?
    }

    /// The boxes or labels that the model found, the best first.
    package let findings: [Finding]

    /// Runs a model on an image, and blocks the caller's thread until that is done.
    ///
    /// - Throws: ``HostError`` with status 400 for an unusable image or model.
    package init(path: String, kind: String, image: String) throws {
        do {
            let bytes = try Data(contentsOf: URL(fileURLWithPath: image))
            findings = try Self.findings(ModelFile(path: path), kind, bytes)
        } catch let error as HostError {
            throw error
        } catch {
            throw HostError(
                .badRequest,
                "\(error)".replacingOccurrences(of: path, with: "the model")
                    .replacingOccurrences(of: image, with: "the image"))
        }
    }

    private static func findings(_ file: ModelFile, _ kind: String, _ bytes: Data) throws
        -> [Finding]
    {
        let image = VisionImage(try ImageDecoder.default.decode(bytes.bytes))
        switch kind {
        case "detector":
            let size = image.uprightSize
            var options = ObjectDetectorOptions()
            options.allowsMultipleObjects = true
            let detector = ObjectDetector(localizer: try Localizer(file), options: options)
            return try detector.objects(in: image).map { object in
                let box = object.uprightBox
                return Finding(
                    label: object.labels.first?.text ?? "object", score: Double(object.score),
                    box: [
                        Double(box.x / size.width), Double(box.y / size.height),
                        Double(box.width / size.width), Double(box.height / size.height),
                    ])
            }
        case "classifier":
            return try Classifier(file).labels(in: image).prefix(5).map {
                Finding(label: $0.text, score: Double($0.score), box: nil)
            }
        default:
            throw HostError(
                .badRequest, "only detectors and classifiers can be tried with images")
        }
    }
}
