import Foundation
import ModelFixtures
import SightTensor
import Testing

@Suite struct EvalClassifyCommandTests {
    private let scratch: ScratchFolder
    private let model: String

    init() throws {
        scratch = try ScratchFolder()
        // names everything "Food" (class 2)
        model = try scratch.write(
            StubModels.classifier(scores: [0, 0, 192, 0, 0, 64]), to: "model.tflite")
        try scratch.write(GrayBitmap.bytes(width: 40, height: 20), to: "a.bmp")
        let lines = [
            #"{"file":"a.bmp","boxes":[[0,0,0.5,1],[0.5,0,1,1],[0,0,1,1]],"#
                + #""box_coarse":["food","unknown",null]}"#,
            #"{"file":"a.bmp","boxes":[],"coarse":"plant"}"#,
            #"{"file":"a.bmp","boxes":[[0,0,1,1]],"box_coarse":["food"],"ignore":[1]}"#,
        ]
        try scratch.write(Array(lines.joined(separator: "\n").utf8), to: "annotations.jsonl")
    }

    private func evaluate(_ more: String...) throws -> SightExecutable.Outcome {
        try SightExecutable.run(
            arguments: [
                "eval", "classify", "--classifier", model, "--annotations",
                scratch.path("annotations.jsonl"),
            ] + more)
    }

    private func report(_ outcome: SightExecutable.Outcome) throws -> [String: Any] {
        let value = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8))
        return try #require(value as? [String: Any])
    }

    @Test func countsCropsWhoseCategoryIsKnown() throws {
        let outcome = try evaluate("--json", "--confusion", scratch.path("confusion.svg"))
        #expect(outcome.status == 0, "\(outcome.complaints)")
        let report = try report(outcome)
        #expect(report["crops"] as? Int == 3)
        #expect((report["accuracy"] as? Double).map { abs($0 - 1.0 / 3) < 1e-9 } == true)
        #expect(report["falseCategoryRate"] as? Double == 1)
        #expect(try scratch.text("confusion.svg").contains("3 crops, accuracy 33.3%"))
    }

    @Test func cropsBelowTheThresholdAreUnknown() throws {
        let report = try report(evaluate("--json", "--label-threshold", "0.9"))
        #expect(report["falseCategoryRate"] as? Double == 0)
    }

    @Test func mapsForeignLabels() throws {
        try scratch.write(Array(#"{"": "plant"}"#.utf8), to: "map.json")
        let report = try report(evaluate("--json", "--map", scratch.path("map.json")))
        let outcomes = report["outcomes"] as? [[String: Any]]
        #expect(outcomes?[4]["recall"] as? Double == 1)
        #expect(outcomes?[2]["recall"] as? Double == 0)
    }

    @Test func labelsThatTheModelLacksAreNamed() throws {
        try scratch.write(Array(#"{"": "plant", "x": "food"}"#.utf8), to: "map.json")
        let outcome = try evaluate("--map", scratch.path("map.json"))
        #expect(outcome.status == 0)
        #expect(outcome.complaints.contains(#"map.json: model.tflite has no label "x": give"#))
        try scratch.write(Array(#"{"": "plant"}"#.utf8), to: "map.json")
        let known = try evaluate("--map", scratch.path("map.json"))
        #expect(!known.complaints.contains("has no label"))
    }

    @Test func nothingToMeasureIsAnError() throws {
        let lines = #"{"file":"a.bmp","boxes":[[0,0,1,1]]}"# + "\n" + #"{"file":"a.bmp"}"#
        try scratch.write(Array(lines.utf8), to: "annotations.jsonl")
        let outcome = try evaluate()
        #expect(outcome.status == 2)
        #expect(outcome.output.isEmpty)
        #expect(outcome.complaints.contains("annotations.jsonl: 0 of 2 images have a category"))
    }

    /// A wrong category must not look like an ambiguous one, which is left out.
    @Test(arguments: [
        (
            #""boxes":[[0,0,1,1]],"box_coarse":["dogs"]"#,
            #"box_coarse[0] is "dogs": give fashion_good"#
        ),
        (#""boxes":[[0,0,1,1]],"box_coarse":[]"#, "box_coarse has the length 0, and boxes 1"),
        (#""boxes":[],"box_coarse":["food"]"#, "box_coarse has the length 1, and boxes 0"),
        (#""boxes":[[0,0,1,1]],"ignore":[0,1]"#, "ignore has the length 2, and boxes 1"),
        (#""boxes":[],"coarse":"dogs""#, #"coarse is "dogs": give"#),
    ])
    func wrongCategoriesAreNamed(_ fields: String, _ words: String) throws {
        let lines = #"{"file":"a.bmp","boxes":[]}"# + "\n" + #"{"file":"a.bmp",\#(fields)}"#
        try scratch.write(Array(lines.utf8), to: "annotations.jsonl")
        let outcome = try evaluate()
        #expect(outcome.status == 2)
        #expect(outcome.output.isEmpty)
        #expect(outcome.complaints.contains("annotations.jsonl:2: \(words)"))
    }

    /// The names of other labels would be taken for categories by their positions.
    @Test(arguments: [["Bird", "Cat", "Dog", "Cow", "Horse", "Other"], nil] as [[String]?])
    func otherClassifiersNeedAMap(_ labels: [String]?) throws {
        var scores: [UInt8] = [0, 0, 192, 0, 0, 64]
        if labels == nil { scores.append(0) }
        let bytes = StubModels.classifier(scores: scores)
        let other = try scratch.write(bytes, to: "other.tflite")
        var path = other
        if let labels {
            try scratch.write(Array(labels.joined(separator: "\n").utf8), to: "dict.txt")
            let manifest = #"{"modelFile": "other.tflite", "labelsFile": "dict.txt"}"#
            path = try scratch.write(Array(manifest.utf8), to: "manifest.json")
        }
        let outcome = try evaluate("--classifier", path)
        #expect(outcome.status == 2)
        #expect(outcome.complaints.contains(labels == nil ? "it has 7 classes" : #""Bird""#))
        #expect(outcome.complaints.contains("--map"))
        try scratch.write(Array(#"{"Dog": "unknown", "": "food"}"#.utf8), to: "map.json")
        let mapped = try evaluate("--classifier", path, "--map", scratch.path("map.json"))
        #expect(mapped.status == 0, "\(mapped.complaints)")
    }

    /// The built-in classifier's labels are the categories, so a file of it needs no map.
    @Test func labelsOfTheCategoriesNeedNoMap() throws {
        let labels = ["Fashion good", "Home good", "Food", "Place", "Plant", "Unknown"]
        try scratch.write(Array(labels.joined(separator: "\n").utf8), to: "dict.txt")
        let manifest = #"{"modelFile": "model.tflite", "labelsFile": "dict.txt"}"#
        let path = try scratch.write(Array(manifest.utf8), to: "manifest.json")
        let outcome = try evaluate("--classifier", path)
        #expect(outcome.status == 0, "\(outcome.complaints)")
    }

    @Test func aMapToAnotherCategoryIsAnError() throws {
        try scratch.write(Array(#"{"a": "dog", "b": "food"}"#.utf8), to: "map.json")
        let outcome = try evaluate("--map", scratch.path("map.json"))
        #expect(outcome.status == 2)
        #expect(
            outcome.complaints.contains(#"map.json: the label "a" has the category "dog": give"#))
    }

    @Test func aFloatClassifierTakesItsNormalization() throws {
        let path = try scratch.write(
            StubModels.classifier(scores: [0, 0, 192, 0, 0, 64], input: .float32),
            to: "float.tflite")
        let bare = try evaluate("--classifier", path)
        #expect(bare.status == 3)
        #expect(bare.complaints.contains("--mean 127.5 --std 127.5"))
        let outcome = try evaluate("--classifier", path, "--mean", "0", "--std", "255")
        #expect(outcome.status == 0, "\(outcome.complaints)")
    }

    /// The box lies beside the white quarter of the image; the enlarged region contains that quarter.
    @Test func theRegionOfABoxIsScaled() throws {
        let classifier = try scratch.write(
            StubModels.means([1, 8, 8, 3], signature: nil), to: "means.tflite")
        try scratch.write(
            GrayBitmap.bytes(width: 40, height: 20) { x, _ in x < 10 ? 255 : 0 }, to: "a.bmp")
        let line = #"{"file":"a.bmp","boxes":[[0.25,0.25,1,1]],"box_coarse":["food"]}"#
        try scratch.write(Array(line.utf8), to: "annotations.jsonl")
        try scratch.write(Array(#"{"": "food"}"#.utf8), to: "map.json")
        for (scale, accuracy) in [(nil, 0.0), ("1", 0), ("2", 1)] as [(String?, Double)] {
            let outcome = try SightExecutable.run(
                arguments: [
                    "eval", "classify", "--classifier", classifier, "--annotations",
                    scratch.path("annotations.jsonl"), "--map", scratch.path("map.json"),
                    "--label-threshold", "0.2", "--mean", "0", "--std", "255", "--json",
                ] + (scale.map { ["--region-scale", $0] } ?? []))
            #expect(outcome.status == 0, "\(outcome.complaints)")
            #expect(try report(outcome)["accuracy"] as? Double == accuracy)
        }
        let wrong = try evaluate("--region-scale", "0")
        #expect(wrong.status == 2)
        #expect(wrong.complaints.contains("--region-scale 0.0 is not above 0 and at most 100"))
    }

    @Test func aBrokenMapIsAnError() throws {
        try scratch.write(Array("[]".utf8), to: "map.json")
        let outcome = try evaluate("--map", scratch.path("map.json"))
        #expect(outcome.status == 2)
        #expect(outcome.complaints.contains("map.json: expected a JSON object"))
        let missing = try evaluate("--map", scratch.path("none.json"))
        #expect(missing.status == 2)
        #expect(missing.complaints.contains("none.json cannot be read"))
    }
}
