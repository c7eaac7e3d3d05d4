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
            A model of one face or hand needs a crop of it: --detector names the model that finds it.

            EXAMPLES:
              sight keypoints --model movenet.tflite --out points.png dancer.jpg
              sight keypoints --model face_landmark.tflite \
            --detector face_detection_short_range.tflite me.jpg
              sight keypoints --model hand_landmark_full.tflite \
            --detector palm_detection_full.tflite --region-scale 2.6 hand.jpg
            """)

    @Option(help: ArgumentHelp("A .tflite model of key points.", valueName: "model"))
    var model: String

    @Option(
        help: ArgumentHelp(
            "Find the points in the boxes of this detector, each made a larger square.",
            valueName: "detector"))
    var detector: String?

    @Option(help: "The side of such a square, in longer sides of its box.")
    var regionScale: Float = 1.5

    @Option(help: "Drop bodies, hands and faces with a lower score, 0 to 1.")
    var threshold: Float = 0.3

    @OptionGroup var task: TaskOptions

    func validate() throws {
        guard (0...1).contains(threshold) else {
            throw ValidationError("--threshold \(threshold) is not a score: give 0 to 1")
        }
        guard task.labels == nil else {
            throw ValidationError("--labels is of no use: key points have no labels")
        }
        guard regionScale > 0, regionScale <= 100 else {
            throw ValidationError("--region-scale \(regionScale) is not above 0 and at most 100")
        }
    }

    mutating func run() async throws {
        let inputs = try ImageArgument.expand(task.images)
        let output = try task.out.map { try AnnotatedOutput(path: $0, inputs: inputs) }
        let (keypoints, localizer) = (try load(), try loadDetector())
        let (task, scale) = (task, regionScale)
        try await ImageLoop(inputs: inputs, minimumSize: nil).run { input in
            var sets: [KeypointSet] = []
            for region in try Self.regions(localizer, input.image, scale) {
                sets += try keypoints.keypoints(in: input.image, region: region)
            }
            return (input, sets)
        } show: { input, sets in
            let report = KeypointReport(input, sets)
            try task.show(report, text: report.text)
            try output?.write(try Self.draw(sets, on: input.image), of: input.name)
        }
    }

    /// Returns the whole image, or a square around each box.
    private static func regions(
        _ localizer: Localizer?, _ image: VisionImage, _ scale: Float
    ) throws(DetectionError) -> [Upright.Rect?] {
        guard let localizer else { return [nil] }
        return try localizer.detections(in: image).map { found in
            let side = scale * max(found.box.width, found.box.height)
            let middle = found.box.center
            return Upright.Rect(
                x: middle.x - side / 2, y: middle.y - side / 2, width: side, height: side)
        }
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
        do throws(DetectionError) {
            return try KeypointDetector(ModelFile(path: model), options: options)
        } catch {
            throw CommandError(error, model: model)
        }
    }

    private func loadDetector() throws(CommandError) -> Localizer? {
        guard let detector else { return nil }
        var options = LocalizerOptions()
        options.scoreThreshold = 0.5
        options.threadCount = task.threads.count
        return try ModelChoice.localizer(detector, options: options)
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
            if named.isEmpty {
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
