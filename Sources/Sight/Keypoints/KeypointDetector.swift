public import SightGeometry
import SightImage
import SightInference
import SightModelFile
import SightTensor

/// Finds the points of bodies, hands or faces with a `.tflite` model.
///
/// It reads MoveNet (one body, or several) and MediaPipe's landmarks of bodies, hands and faces. A
/// model of one body, face or hand needs an image that shows little else: pass a region, for
/// example that of a detection of a ``Localizer`` with a MediaPipe model, by
/// ``KeypointRegionRule``. A detector is safe to use from any number of tasks and threads.
///
/// - Source: the model cards of MoveNet and of MediaPipe's landmark models.
public struct KeypointDetector: Sendable {
    private let session: ModelSession
    private let input: ImageInput
    private let points: TensorSpec
    private let score: (tensor: TensorSpec, reading: ScoreReading)?
    private let layout: KeypointLayout
    private let threshold: Float

    /// Loads and prepares a model.
    ///
    /// - Parameters:
    ///   - file: the model.
    ///   - options: the score threshold, the normalization and the thread count.
    /// - Throws: ``DetectionError`` with code `invalidModel`, or `invalidOptions` for a threshold
    ///   outside 0…1.
    public init(_ file: ModelFile, options: KeypointOptions = KeypointOptions())
        throws(DetectionError)
    {
        guard (0...1).contains(options.scoreThreshold) else {
            throw DetectionError(
                .invalidOptions,
                "scoreThreshold is \(options.scoreThreshold), a number from 0 to 1 is needed")
        }
        session = try ModelSession(file, threadCount: options.threadCount)
        let outputs = session.graph.outputs
        let found = outputs.lazy.compactMap { output in
            KeypointLayout(output.shape.dimensions).map { (output, $0) }
        }.first
        guard let (points, layout) = found else {
            throw DetectionError(
                .invalidModel,
                "the model has the outputs \(outputs.map(\.shape.dimensions)); key points are "
                    + "[1, 1, K, 3], [1, P, 56], or one row of 63, 195, 1404 or 1434 numbers")
        }
        guard points.shape.dimensions.dropLast().allSatisfy({ $0 <= KeypointLayout.countLimit })
        else {
            throw DetectionError(
                .invalidModel,
                "the output has the shape \(points.shape.dimensions); up to "
                    + "\(KeypointLayout.countLimit) people, or points of a body, are read")
        }
        self.points = points
        self.layout = layout
        var normalization = try Normalization.resolve(
            options.normalization, session.metadata(), input: 0)
        switch layout {
        case .body, .bodies:
            normalization = normalization ?? ImageConvention.bytes
            score = nil
        case .landmarks, .bodyLandmarks:
            normalization = normalization ?? ImageConvention.unit
            score = Self.score(session)
        }
        input = try ImageInput(
            DetectorOutputs.imageInput(session.graph), normalization: normalization)
        threshold = options.scoreThreshold
    }

    /// Returns the output that says whether a face or hand is present: the first one of one number.
    private static func score(_ session: ModelSession) -> (TensorSpec, ScoreReading)? {
        for (tensor, index) in zip(session.graph.outputs, session.model.main.outputs)
        where tensor.shape.elementCount == 1 {
            let facts = HeadFacts.Output(
                index: 0, shape: tensor.shape.dimensions,
                origins: OutputOrigins(session.model.main).names(of: index))
            return (tensor, ScoreReading(isLogit: facts.isRaw))
        }
        return nil
    }

    /// Finds the key points of bodies, hands or faces.
    ///
    /// The region is letterboxed into the input. Blocks the calling thread until the end, also in a
    /// cancelled task.
    ///
    /// - Parameters:
    ///   - image: the image.
    ///   - region: the part to look at, in upright pixels; all of it when `nil`.
    /// - Returns: a set for each body, hand or face, in the model's order.
    /// - Throws: ``DetectionError`` with code `invalidImage`.
    public func keypoints(in image: VisionImage, region: Rect<Upright>? = nil)
        throws(DetectionError) -> [KeypointSet]
    {
        guard region.map({ $0.isFinite && !$0.isEmpty }) != false else {
            throw DetectionError(.invalidImage, "the region shows nothing of the image")
        }
        let transform = input.transform(of: image, region: region, fit: .letterbox)
        let (values, score) = try session.run { execution throws(DetectionError) in
            try input.fill(execution, with: image, through: transform)
        } read: { execution throws(DetectionError) in
            (
                execution.realValues(points) ?? [],
                self.score.flatMap { score in
                    execution.realValues(score.tensor)?.first.map { score.reading.score($0) }
                }
            )
        }
        guard values.count == points.shape.elementCount else {
            throw DetectionError(
                .outputType(
                    tensor: points.name, found: "\(points.elementType)",
                    supported: ["float32", "int8", "uint8"]))
        }
        return sets(values, score, through: transform).filter { ($0.score ?? 1) >= threshold }
    }

    /// Finds the key points of bodies, hands or faces on a compute thread.
    ///
    /// - Parameters:
    ///   - image: the image.
    ///   - region: the part to look at, in upright pixels; all of it when `nil`.
    /// - Returns: a set for each body, hand or face, in the model's order.
    /// - Throws: ``DetectionError`` with code `invalidImage` or `cancelled`.
    public func keypoints(in image: VisionImage, region: Rect<Upright>? = nil)
        async throws(DetectionError) -> [KeypointSet]
    {
        try await Compute.run { () throws(DetectionError) in
            try keypoints(in: image, region: region)
        }
    }

    /// Finds the key points of the body, hand or face in a turned region.
    ///
    /// The region is enlarged to the proportions of the input and cut out upright, so nothing is
    /// padded; places beyond the image take the color of its edge. Blocks the calling thread until
    /// the end, also in a cancelled task.
    ///
    /// - Parameters:
    ///   - image: the image.
    ///   - region: the part to look at, in upright pixels, such as that of a ``KeypointRegionRule``.
    /// - Returns: a set for each body, hand or face, in the model's order. The points are in upright
    ///   pixels of the whole image.
    /// - Throws: ``DetectionError`` with code `invalidImage` for a region that is empty or not
    ///   finite.
    /// - Source: MediaPipe's `ImageToTensorCalculator` with its default border mode.
    public func keypoints(in image: VisionImage, region: RotatedRect<Upright>)
        throws(DetectionError) -> [KeypointSet]
    {
        let shown = region.enlarged(toProportionsOf: input.size)
        guard shown.isFinite, !region.isEmpty else {
            throw DetectionError(.invalidImage, "the region \(region) shows nothing of the image")
        }
        guard shown.angle != 0 else { return try keypoints(in: image, region: shown.unrotated) }
        let view: ImageBuffer
        do throws(ImageError) {
            view = try image.buffer.upright(
                image.orientation, region: shown, sourceSize: image.sourceSize,
                size: (Int(input.size.width), Int(input.size.height)))
        } catch {
            throw DetectionError(error)
        }
        return try keypoints(in: VisionImage(view)).map { $0.placed(in: shown, from: input.size) }
    }

    /// Finds the key points of the body, hand or face in a turned region, on a compute thread.
    ///
    /// - Parameters:
    ///   - image: the image.
    ///   - region: the part to look at, in upright pixels, such as that of a ``KeypointRegionRule``.
    /// - Returns: a set for each body, hand or face, in the model's order. The points are in upright
    ///   pixels of the whole image.
    /// - Throws: ``DetectionError`` with code `invalidImage` for a region that is empty or not
    ///   finite, or `cancelled`.
    public func keypoints(in image: VisionImage, region: RotatedRect<Upright>)
        async throws(DetectionError) -> [KeypointSet]
    {
        try await Compute.run { () throws(DetectionError) in
            try keypoints(in: image, region: region)
        }
    }

    private func sets(_ values: [Float], _ score: Float?, through transform: ImageTransform)
        -> [KeypointSet]
    {
        switch layout {
        case .body(let count):
            return [KeypointSet(points: body(values[...], count, transform))]
        case .bodies(let people, let count):
            let columns = 3 * count + 5
            return (0..<people).map { person in
                let row = values[(person * columns)..<((person + 1) * columns)]
                return KeypointSet(
                    points: body(row, count, transform), score: row[row.endIndex - 1])
            }
        case .landmarks(let count):
            let scale = transform.region.width / transform.content.width
            let names = count == KeypointLayout.handNames.count ? KeypointLayout.handNames : []
            let points = (0..<count).map { index in
                Keypoint(
                    position: upright(values[3 * index], values[3 * index + 1], transform),
                    depth: values[3 * index + 2] * scale,
                    name: names.isEmpty ? "" : names[index])
            }
            return [KeypointSet(points: points, score: score)]
        case .bodyLandmarks:
            return [KeypointSet(points: bodyLandmarks(values, transform), score: score)]
        }
    }

    private func bodyLandmarks(_ values: [Float], _ transform: ImageTransform) -> [Keypoint] {
        let scale = transform.region.width / transform.content.width
        return KeypointLayout.landmarkNames.enumerated().map { index, name in
            let start = 5 * index
            return Keypoint(
                position: upright(values[start], values[start + 1], transform),
                depth: values[start + 2] * scale, score: ScoreReading.sigmoid(values[start + 3]),
                name: name)
        }
    }

    private func body(_ row: ArraySlice<Float>, _ count: Int, _ transform: ImageTransform)
        -> [Keypoint]
    {
        let names = KeypointLayout.bodyNames
        return (0..<count).map { index in
            let start = row.startIndex + 3 * index
            return Keypoint(
                position: upright(
                    row[start + 1] * input.size.width, row[start] * input.size.height, transform),
                score: row[start + 2], name: count == names.count ? names[index] : "")
        }
    }

    private func upright(_ x: Float, _ y: Float, _ transform: ImageTransform) -> Point<Upright> {
        let box = transform.upright(Rect<ModelInput>(x: x, y: y, width: 0, height: 0))
        return Point(x: box.x, y: box.y)
    }
}
