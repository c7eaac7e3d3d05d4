import Foundation

/// A sigmoid for each class that makes the scores of different classes comparable.
///
/// With `g` the transformed score, the result is `scale / (1 + e^−(slope · g + offset))`. Classes
/// without a sigmoid, and scores under the class's minimum, get the default score.
///
/// - Source: TFLite Metadata schema, `ScoreCalibrationOptions`; TensorFlow Lite Task Library.
package struct ScoreCalibration: Hashable, Sendable {
    /// The function that is applied to a score before the sigmoid; raw values are the schema's.
    package enum Transformation: Int, Hashable, Sendable {
        case identity = 0
        case log = 1
        /// `log s − log (1 − s)`.
        case inverseLogistic = 2
    }

    /// The part of a calibration that the metadata itself holds.
    package struct Options: Hashable, Sendable {
        package let transformation: Transformation
        package let defaultScore: Float

        /// Creates options; the score must be finite.
        package init(transformation: Transformation, defaultScore: Float) {
            self.transformation = transformation
            self.defaultScore = defaultScore
        }
    }

    /// The parameters of one class, all finite.
    package struct Sigmoid: Hashable, Sendable {
        package let scale: Float
        package let slope: Float
        package let offset: Float
        package let minimumScore: Float?

        /// Creates the parameters of a class.
        package init(scale: Float, slope: Float, offset: Float, minimumScore: Float?) {
            self.scale = scale
            self.slope = slope
            self.offset = offset
            self.minimumScore = minimumScore
        }
    }

    package let options: Options
    /// One sigmoid for each class; `nil` for classes that always get the default score.
    package let sigmoids: [Sigmoid?]

    /// Reads a parameter file: one line for each class, empty or `scale,slope,offset[,minimum]`.
    ///
    /// - Throws: ``ModelError`` with code `invalidMetadata` naming the line.
    package init(parameters: [UInt8], classCount: Int, options: Options) throws(ModelError) {
        // The lines take many times the memory of their bytes, so they are counted first.
        let count = parameters.count { $0 == UInt8(ascii: "\n") } + 1
        guard count == classCount else {
            throw ModelError(
                .invalidMetadata,
                "the score calibration has \(count) lines for \(classCount) classes",
                detail: .metadata(.calibrationLineCount(lines: count, classes: classCount)))
        }
        let lines = parameters.split(
            separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        var sigmoids: [Sigmoid?] = []
        for (number, line) in lines.enumerated() {
            let text = String(decoding: line, as: UTF8.self)
            sigmoids.append(try Self.sigmoid(text, line: number + 1))
        }
        self.sigmoids = sigmoids
        self.options = options
    }

    private static func sigmoid(_ line: String, line number: Int) throws(ModelError) -> Sigmoid? {
        let line = line.trimmingCharacters(in: .whitespacesAndNewlines)
        guard !line.isEmpty else { return nil }
        let fieldCount = line.utf8.count { $0 == UInt8(ascii: ",") } + 1
        // A line of commas alone would take many times the memory of its bytes.
        let fields =
            (3...4).contains(fieldCount)
            ? line.split(separator: ",", omittingEmptySubsequences: false) : []
        let numbers = fields.map {
            Float($0.trimmingCharacters(in: .whitespacesAndNewlines))
        }.compactMap { $0?.isFinite == true ? $0 : nil }
        guard numbers.count == fieldCount, numbers[0] >= 0 else {
            throw ModelError(
                .invalidMetadata,
                "score calibration line \(number) is \"\(line.prefix(80))\", expected nothing or "
                    + "three or four numbers with a scale ≥ 0",
                detail: .metadata(.calibrationLine(number)))
        }
        return Sigmoid(
            scale: numbers[0], slope: numbers[1], offset: numbers[2],
            minimumScore: fieldCount == 4 ? numbers[3] : nil)
    }

    /// Returns the calibrated score of a class; the default score for classes outside the file.
    package func calibrate(_ score: Float, classIndex: Int) -> Float {
        guard sigmoids.indices.contains(classIndex), let sigmoid = sigmoids[classIndex] else {
            return options.defaultScore
        }
        if let minimum = sigmoid.minimumScore, score < minimum { return options.defaultScore }
        let exponent =
            Double(sigmoid.slope) * transform(Double(score)) + Double(sigmoid.offset)
        return Float(Double(sigmoid.scale) / (1 + exp(-exponent)))
    }

    private func transform(_ score: Double) -> Double {
        switch options.transformation {
        case .identity: score
        case .log: Self.clampedLog(score)
        case .inverseLogistic: Self.clampedLog(score) - Self.clampedLog(1 - score)
        }
    }

    /// Returns `log x`, continued below `t` = 1e−16 as `2 · log t − log (2t − x)`, which is finite
    /// for scores in 0…1 and smooth at `t`.
    package static func clampedLog(_ value: Double) -> Double {
        let threshold = 1e-16
        return value < threshold
            ? 2 * log(threshold) - log(2 * threshold - value) : log(value)
    }
}
