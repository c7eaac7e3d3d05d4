import ArgumentParser
import Foundation
import Sight
import SightImage

/// `sight keypoints`: finds points of bodies, hands and faces.
struct KeypointsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "keypoints",
        abstract: "Find the points of bodies, hands or faces.",
        discussion: """
            A model of one body, face or hand needs a crop of it: --detector names the model that \
            finds it. The crop is turned as MediaPipe does, if the detector is one of palms, faces \
            or poses by the number of its points (7, 6 or 4); otherwise it is a square around the \
            box.

            EXAMPLES:
              sight keypoints --model pose_landmark_full.tflite \\
                --detector pose_detection.tflite --out points.png dancer.jpg
              sight keypoints --model face_landmark.tflite \\
                --detector face_detection_short_range.tflite me.jpg
              sight keypoints --model hand_landmark_full.tflite \\
                --detector palm_detection_full.tflite hand.jpg
              sight keypoints --model movenet.tflite dancer.jpg
            """)

    @Option(help: ArgumentHelp("A .tflite model of key points.", valueName: "model"))
    var model: String

    @Option(
        help: ArgumentHelp(
            "Find the points of the objects that this detector finds, each in a square of its own.",
            valueName: "detector"))
    var detector: String?

    @Option(
        help: ArgumentHelp(
            "The size of the detector's input if the detector leaves it open.", valueName: "size"))
    var detectorInputSize: InputSizeArgument?

    @Option(help: "Drop objects of the detector with a lower score, 0 to 1.")
    var detectorThreshold: Float = 0.5

    @Option(
        help: ArgumentHelp(
            "The side of such a square, in longer sides of its box.",
            discussion: """
                Without it, palms have 2.6, and faces and boxes 1.5. Poses have 1.25 times the \
                diameter of the circle around the body.
                """))
    var regionScale: Float?

    @Option(help: "Drop bodies, hands and faces with a lower score, 0 to 1.")
    var threshold: Float = 0.3

    @OptionGroup var normalization: NormalizationOptions
    @OptionGroup var input: InputSizeOptions
    @OptionGroup var task: TaskOptions

    func validate() throws {
        for (name, value) in [
            ("--threshold", threshold), ("--detector-threshold", detectorThreshold),
        ] where !(0...1).contains(value) {
            throw ValidationError("\(name) \(value) is not a score: give 0 to 1")
        }
        guard detector != nil || detectorInputSize == nil else {
            throw ValidationError("--detector-input-size is of no use without --detector")
        }
        guard task.labels == nil else {
            throw ValidationError("--labels is of no use: key points have no labels")
        }
        if let regionScale, !(regionScale > 0 && regionScale <= 100) {
            throw ValidationError("--region-scale \(regionScale) is not above 0 and at most 100")
        }
    }

    mutating func run() async throws {
        let inputs = try ImageArgument.expand(task.images)
        let output = try task.out.map { try AnnotatedOutput(path: $0, inputs: inputs) }
        let (keypoints, localizer) = (try load(), try loadDetector())
        let (task, scale) = (task, regionScale)
        try await ImageLoop(inputs: inputs, minimumSize: nil).run { input in
            let sets = try Self.sets(keypoints, localizer, scale, in: input.image)
            return (input, sets)
        } show: { input, sets in
            let report = KeypointReport(input, sets)
            try task.show(report, text: report.text)
            try output?.write(try Self.draw(sets, on: input.image), of: input.name)
        }
    }

    /// Finds the points of the whole image, or of each object that the detector finds.
    private static func sets(
        _ keypoints: KeypointDetector, _ localizer: Localizer?, _ scale: Float?,
        in image: VisionImage
    ) throws(DetectionError) -> [KeypointSet] {
        guard let localizer else { return try keypoints.keypoints(in: image) }
        var sets: [KeypointSet] = []
        for found in try localizer.detections(in: image) {
            let region = KeypointRegionRule(for: found).region(of: found, scale: scale)
            sets += try keypoints.keypoints(in: image, region: region)
        }
        return sets
    }

    private static func draw(_ sets: [KeypointSet], on image: VisionImage) throws -> ImageBuffer {
        var canvas = try Canvas(image.buffer, orientation: image.orientation)
        let side = Float(min(canvas.width, canvas.height))
        for (number, set) in sets.enumerated() {
            let size = max(2, side / (set.points.count > 100 ? 250 : 60))
            for point in set.points where (point.score ?? 1) >= 0.2 {
                canvas.fill(
                    Upright.Rect(
                        x: point.position.x - size / 2, y: point.position.y - size / 2,
                        width: size, height: size), .ofClass(number), radius: size / 2)
            }
        }
        return canvas.image
    }

    private func load() throws(CommandError) -> KeypointDetector {
        var options = KeypointOptions()
        options.scoreThreshold = threshold
        options.threadCount = task.threads.count
        options.normalization = try normalization.argument.normalization()
        var file = ModelFile(path: model)
        file.inputSize = input.inputSize?.size
        do throws(DetectionError) {
            return try KeypointDetector(file, options: options)
        } catch {
            throw CommandError(error, model: model)
        }
    }

    private func loadDetector() throws(CommandError) -> Localizer? {
        guard let detector else { return nil }
        var options = LocalizerOptions()
        options.scoreThreshold = detectorThreshold
        options.threadCount = task.threads.count
        return try ModelChoice.localizer(
            detector, inputSize: detectorInputSize, options: options)
    }
}

/// The points of one image.
struct KeypointReport: Encodable {
    /// One body, hand or face.
    struct Item: Encodable {
        let score: Float?
        let points: [PointItem]
    }

    /// One point in upright pixels.
    struct PointItem: Encodable {
        let x: Float
        let y: Float
        let depth: Float?
        let score: Float?
        let name: String?
    }

    let file: String
    let damaged: Bool?
    let sets: [Item]

    init(_ input: NamedImage, _ sets: [KeypointSet]) {
        file = input.name
        damaged = input.damaged
        self.sets = sets.map { set in
            Item(
                score: set.score,
                points: set.points.map {
                    PointItem(
                        x: $0.position.x, y: $0.position.y, depth: $0.depth, score: $0.score,
                        name: $0.name.isEmpty ? nil : $0.name)
                })
        }
    }

    /// The report as a table, with named points listed and all others counted.
    var text: String {
        var table = TextTable([
            ("", .right), ("point", .left), ("x", .right), ("y", .right), ("score", .right),
        ])
        for (number, set) in sets.enumerated() {
            let named = set.points.filter { $0.name != nil }
            // Points without a score of their own have that of the set.
            if named.isEmpty || (set.score != nil && named.allSatisfy { $0.score == nil }) {
                table.add(
                    "\(number + 1)", "\(set.points.count) points", "", "",
                    set.score.map { String(format: "%.2f", $0) } ?? "")
            }
            for point in named {
                table.add(
                    "\(number + 1)", point.name ?? "", String(format: "%.0f", point.x),
                    String(format: "%.0f", point.y),
                    point.score.map { String(format: "%.2f", $0) } ?? "")
            }
        }
        return "\(Console.printable(file))\(sets.isEmpty ? "  nothing found" : "")\n" + table.text
    }
}
