import Foundation
import ModelFixtures
import Sight
import SightGeometry
import Testing

/// The assertions of the TFLite Task Library's and MediaPipe's own tests on the same files.
@Suite(.enabled(if: SharedFixtures.areAvailable))
struct PeerDetectionTests {
    struct Peer: Decodable {
        let cases: [Case]
    }

    struct Case: Decodable {
        struct Options: Decodable {
            let max_results: Int?
            let score_threshold: Float?
            let category_name_allowlist: Set<String>?
            let category_name_denylist: Set<String>?
        }
        struct Found: Decodable {
            let label: String
            let score: Float
            let box_xywh: [Float]
            let index: Int?
        }
        let id: String
        let model: String?
        let image: String?
        var options: Options?
        let detections: [Found]?
        let box_tolerance_px: Float?
        let same_as: String?
    }

    private func found(_ test: Case, usesCornerSampling: Bool = false) throws -> [Detection] {
        var options = LocalizerOptions()
        options.maximumResults = test.options?.max_results
        options.scoreThreshold = test.options?.score_threshold
        options.allowedLabels = test.options?.category_name_allowlist
        options.deniedLabels = test.options?.category_name_denylist ?? []
        options.usesCornerSampling = usesCornerSampling
        let localizer = try Localizer(
            ModelFile(path: SharedFixtures.path(test.model ?? "")), options: options)
        return try localizer.detections(in: fixtureImage(test.image ?? ""))
    }

    private func expect(
        _ found: [Detection], equal wanted: [Case.Found], score: Float, box tolerance: Float,
        _ id: String
    ) {
        #expect(found.count == wanted.count, "\(id)")
        for (found, wanted) in zip(found, wanted) {
            #expect(found.label?.text == wanted.label, "\(id)")
            #expect(abs(found.score - wanted.score) <= score, "\(id) \(found)")
            if let index = wanted.index { #expect(found.label?.index == index, "\(id)") }
            let box = [found.box.x, found.box.y, found.box.width, found.box.height]
            for (number, other) in zip(box, wanted.box_xywh) {
                #expect(abs(number - other) <= tolerance, "\(id) \(box) \(wanted.box_xywh)")
            }
        }
    }

    @Test func taskLibraryFindsTheSame() throws {
        let peer = try SharedFixtures.json(
            "expected/tflite_support_object_detector.json", as: Peer.self)
        var compared = 0
        for test in peer.cases where test.model != nil && test.image != nil {
            let same = peer.cases.first { $0.id == test.same_as }
            guard let wanted = test.detections ?? same?.detections else { continue }
            // The Task Library requires 0.05 and 3 to 5 pixels. One unit of this model's box
            // encoding moves an edge by 3.3 pixels and a width by 6.7; LiteRT 2.3.0 itself is that
            // far from one of the numbers, see ReferenceRunTests.
            expect(try found(test), equal: wanted, score: 0.05, box: 7, test.id)
            compared += 1
        }
        #expect(compared >= 4)
    }

    @Test func taskLibraryFiltersTheSame() throws {
        let peer = try SharedFixtures.json(
            "expected/tflite_support_object_detector.json", as: Peer.self)
        var filtered = 0
        for var test in peer.cases where test.detections == nil {
            let first = peer.cases[0]
            test = Case(
                id: test.id, model: first.model, image: first.image, options: test.options,
                detections: nil, box_tolerance_px: nil, same_as: nil)
            let options = test.options
            if options?.category_name_allowlist != nil, options?.category_name_denylist != nil {
                let error = #expect(throws: DetectionError.self) { try found(test) }
                #expect(error?.code == .invalidOptions)
                continue
            }
            let detections = try found(test)
            #expect(!detections.isEmpty, "\(test.id)")
            filtered += 1
            for detection in detections {
                let text = detection.label?.text ?? ""
                #expect(detection.score >= options?.score_threshold ?? 0)
                #expect(options?.category_name_allowlist?.contains(text) ?? true)
                #expect(!(options?.category_name_denylist?.contains(text) ?? false))
            }
        }
        #expect(filtered >= 3)
    }

    /// MediaPipe samples without the half-pixel shift; its iOS tests allow 10 px and 0.02.
    @Test func mediaPipeFindsTheSame() throws {
        let peer = try SharedFixtures.json("expected/mediapipe_object_detector.json", as: Peer.self)
        var compared = 0
        for test in peer.cases {
            guard let wanted = test.detections, let model = test.model, let image = test.image,
                SharedFixtures.has(model), SharedFixtures.has(image)
            else { continue }
            // Scores that tie to a unit may come in another order.
            var others = test
            others.options = nil
            let all = try found(others, usesCornerSampling: true)
            let matches = wanted.compactMap { wanted in
                all.first {
                    $0.label?.text == wanted.label && abs($0.score - wanted.score) <= 0.02
                        && abs($0.box.x - wanted.box_xywh[0]) <= 10
                }
            }
            expect(matches, equal: wanted, score: 0.02, box: 10, test.id)
            compared += 1
        }
        #expect(compared >= 2)
    }
}
