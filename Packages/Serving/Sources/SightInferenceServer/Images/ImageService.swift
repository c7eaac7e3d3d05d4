import Foundation
import Sight
import SightDefaultModels
import SightImageIO
import SightReports

/// Finds and names the objects in the images of requests, like `sight detect`.
///
/// The workers of a single queue decode the images and run the models, so that images never use
/// more threads than there are processors.
struct ImageService: Sendable {
    private let localizer: Localizer
    private let classifier: Classifier
    private let queue: WorkQueue<any ImageDecoding>

    /// The options of a request.
    struct Wish: Sendable {
        /// Whether each box gets labels.
        var isClassifying = false
        /// The maximum number of objects.
        var maximumCount = 5
    }

    /// Loads the models of `/v1` and runs them once.
    ///
    /// - Throws: ``ServeError`` for models that cannot be used.
    init(_ settings: ServeSettings) throws(ServeError) {
        var decoder = ImageDecoder.default
        decoder.limits.maximumPixels = settings.maximumPixels
        decoder.limits.maximumFileBytes = settings.maximumBody
        try Self.tryModels(settings)
        do throws(DetectionError) {
            localizer = try Self.localizer(settings)
            classifier = try Self.classifier(settings)
        } catch {
            throw ServeError(.failed, error.message)
        }
        queue = WorkQueue(
            name: "images",
            resources: (0..<settings.defaultInstances).map { _ in Self.decoder(decoder, settings) },
            capacity: settings.queue, peerCapacity: settings.maximumPeerQueue)
    }

    /// Makes the image decoder of a worker.
    private static func decoder(_ decoder: ImageDecoder, _ settings: ServeSettings)
        -> any ImageDecoding
    {
        guard settings.isolatesDecoding, let program = settings.program else { return decoder }
        return DecoderProcess(
            program: program, limits: decoder.limits, deadline: settings.deadline)
    }

    /// Tries the models that are not built in, in child processes.
    private static func tryModels(_ settings: ServeSettings) throws(ServeError) {
        for (role, path) in [
            (ModelTrial.Role.detector, settings.detector), (.classifier, settings.classifier),
        ] {
            guard let path else { continue }
            try ModelTrial(
                role, path: path, threads: settings.threads,
                maximumRunMemory: settings.maximumRunMemory
            ).run(settings)
        }
    }

    private static func localizer(_ settings: ServeSettings) throws(DetectionError) -> Localizer {
        var options =
            settings.detector == nil ? DefaultModels.localizerOptions : LocalizerOptions()
        options.scoreThreshold = options.scoreThreshold ?? 0.4
        options.threadCount = settings.threads
        return try Localizer(
            settings.detector.map { ModelFile(path: $0) } ?? DefaultModels().localizer,
            options: options)
    }

    private static func classifier(_ settings: ServeSettings) throws(DetectionError)
        -> Classifier
    {
        var options =
            settings.classifier == nil ? DefaultModels.classifierOptions : ClassifierOptions()
        options.maximumLabelCount = settings.classifier == nil ? 1 : 5
        options.threadCount = settings.threads
        return try Classifier(
            settings.classifier.map { ModelFile(path: $0) } ?? DefaultModels().classifier,
            options: options)
    }

    /// Finds the objects of an image.
    func detect(_ file: [UInt8], _ wish: Wish, holding held: HeldBytes) async throws
        -> DetectReport
    {
        let detector = detector(wish)
        return try await working(holding: held) { decoder in
            let decoded = try decoder.timed(file, minimumSize: detector.minimumImageSize)
            let found = try detector.detect(decoded.image)
            Stage.record(.detect, milliseconds: found.localizationMilliseconds, model: "images")
            Stage.record(
                .classify, milliseconds: found.classificationMilliseconds, model: "images")
            return DetectReport(
                file: "-", image: decoded.image, objects: found.objects,
                isDamaged: decoded.isDamaged,
                milliseconds: DetectReport.Times(
                    decode: decoded.milliseconds, detect: found.localizationMilliseconds,
                    classify: found.classificationMilliseconds))
        }
    }

    /// Returns the image with its objects drawn on it, as PNG.
    func annotate(_ file: [UInt8], _ wish: Wish, holding held: HeldBytes) async throws
        -> [UInt8]
    {
        let detector = detector(wish)
        return try await working(holding: held) { decoder in
            let decoded = try decoder.timed(file, minimumSize: nil)
            let found = try detector.detect(decoded.image)
            let start = ContinuousClock.now
            let annotations = found.objects.map { object in
                Annotation(
                    rect: object.uprightBox, text: Self.text(of: object),
                    colorIndex: object.labels.first?.index ?? 0,
                    points: object.uprightKeypoints)
            }
            let drawn = try decoded.image.buffer.annotated(
                annotations, orientation: decoded.image.orientation)
            defer { Stage.record(.draw, ContinuousClock.now - start, model: "images") }
            return try ImageEncoder.encode(drawn, as: .png)
        }
    }

    /// Labels a whole image.
    func classify(_ file: [UInt8], holding held: HeldBytes) async throws -> ClassifyReport {
        try await working(holding: held) { [classifier] decoder in
            let side = max(classifier.inputSize.width, classifier.inputSize.height)
            let decoded = try decoder.timed(file, minimumSize: Int(side * 1.25))
            let start = ContinuousClock.now
            let labels = try classifier.labels(in: decoded.image)
            let took = (ContinuousClock.now - start) / .milliseconds(1)
            Stage.record(.classify, milliseconds: took, model: "images")
            return ClassifyReport(
                file: "-", decoded: decoded, labels: labels, classify: took)
        }
    }

    /// Decodes a frame of a stream.
    func frame(_ file: [UInt8], holding held: HeldBytes) async throws -> MeasuredImage {
        let side = max(localizer.inputSize.width, localizer.inputSize.height)
        return try await working(holding: held) { decoder in
            try decoder.timed(file, minimumSize: Int(side * 1.25))
        }
    }

    /// Makes a tracker for the objects of a new stream.
    func makeTracker(isClassifying: Bool) -> ObjectTracker {
        var options = ObjectTrackerOptions()
        options.allowsMultipleObjects = true
        options.isClassificationEnabled = isClassifying
        return ObjectTracker(
            localizer: localizer, classifier: isClassifying ? classifier : nil, options: options)
    }

    /// Closes the queue; the workers end after the requests in it.
    func close() { queue.close() }

    private func detector(_ wish: Wish) -> ObjectDetector {
        var options = ObjectDetectorOptions()
        options.allowsMultipleObjects = wish.maximumCount > 1
        options.maximumObjectCount = wish.maximumCount
        options.isClassificationEnabled = wish.isClassifying
        return ObjectDetector(
            localizer: localizer, classifier: wish.isClassifying ? classifier : nil,
            options: options)
    }

    private func working<Value: Sendable>(
        holding held: HeldBytes,
        _ body: @escaping @Sendable (any ImageDecoding) throws -> Value
    )
        async throws -> Value
    {
        do {
            let outcome = try await queue.run(for: held.peer, holding: held) { decoder, _ in
                try body(decoder)
            }
            Stage.record(.queue, outcome.waited, model: "images")
            return outcome.value
        } catch let error as ImageError {
            throw ServeError(error.code == .tooLarge ? .tooLarge : .invalid, error.message)
        } catch let error as DetectionError {
            throw ServeError(.invalid, error.message)
        }
    }

    private static func text(of object: Object) -> String {
        guard let label = object.labels.first else { return String(format: "%.2f", object.score) }
        let name = label.text.isEmpty ? "class \(label.index)" : label.text
        return name + String(format: " %.2f", label.score)
    }
}
