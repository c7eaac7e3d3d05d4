// A server that answers photos with JSON, many at a time, without the main queue. Each line of
// standard input is a photo's path here; a web framework passes the body of a request to `answer`.
//
//     ls photos/*.jpg | Server detector.tflite
import Foundation
import Sight
import SightImageIO

struct Answer: Encodable {
    struct Found: Encodable {
        let name: String?
        let score: Float
        let box: [Float]
    }
    let objects: [Found]
    let error: String?
}

struct Service: Sendable {
    let detector: ObjectDetector
    let decoder: ImageDecoder

    init(model path: String) throws {
        var options = LocalizerOptions()
        options.scoreThreshold = 0.4
        let localizer = try Localizer(ModelFile(path: path), options: options)
        var wanted = ObjectDetectorOptions()
        wanted.allowsMultipleObjects = true
        detector = ObjectDetector(localizer: localizer, options: wanted)
        // The files are untrusted, so the limit is 20 megapixels.
        decoder = ImageDecoder(
            codecs: ImageDecoder.default.codecs, limits: DecodeLimits(maximumPixels: 20_000_000))
    }

    func answer(_ body: [UInt8]) async -> Answer {
        do {
            let photo = try decoder.decode(body, minimumSize: detector.minimumImageSize)
            let image = VisionImage(photo)
            let objects = try await detector.objects(in: image).map { object in
                let box = object.uprightBox
                return Answer.Found(
                    name: object.labels.first?.text, score: object.score,
                    box: [box.x, box.y, box.width, box.height])
            }
            return Answer(objects: objects, error: nil)
        } catch {
            return Answer(objects: [], error: "\(error)")
        }
    }
}

guard CommandLine.arguments.count == 2 else {
    print("usage: ls photos/*.jpg | Server detector.tflite")
    exit(2)
}
let service = try Service(model: CommandLine.arguments[1])
await withTaskGroup(of: Answer.self) { group in
    while let path = readLine() {
        let body = FileManager.default.contents(atPath: path).map { Array($0) } ?? []
        group.addTask { await service.answer(body) }
    }
    for await answer in group {
        let line = try? JSONEncoder().encode(answer)
        print(line.map { String(decoding: $0, as: UTF8.self) } ?? "{}")
    }
}
