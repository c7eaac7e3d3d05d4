import Foundation
import NIOPosix
import Sight
import SightImageIO

/// What a version makes of one picture: the console's "try it" box.
struct ModelTrial: Sendable {
    let path: String
    let kind: String

    /// One box, or a label of the whole picture.
    struct Finding: Encodable, Sendable {
        let label: String
        let score: Double
        /// Left, top, width and height, 0…1 of the upright picture; `nil` for the whole.
        let box: [Double]?
    }

    /// Runs the model off the event loops.
    ///
    /// - Throws: ``HostError`` with status 400 for pictures and models that do not fit.
    func run(_ picture: Data) async throws -> [Finding] {
        do {
            return try await NIOThreadPool.singleton.runIfActive { try findings(picture) }
        } catch let error as HostError {
            throw error
        } catch {
            throw HostError(
                .badRequest,
                "\(error)".replacingOccurrences(of: path, with: "the model"))
        }
    }

    private func findings(_ picture: Data) throws -> [Finding] {
        let image = VisionImage(try ImageDecoder.default.decode(picture.bytes))
        let file = ModelFile(path: path)
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
