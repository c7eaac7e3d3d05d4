import Foundation
import SightModelFile
import SightTensor

/// Mfcc: the cepstral coefficients of a spectrogram on the mel scale.
///
/// The spectrogram `[…, F]` float32 has squared magnitudes, and the second input is the sample
/// rate, one int32 in hertz. The result is `[…, coefficients]`.
/// - Source: TensorFlow `mfcc.cc`, `mfcc_mel_filterbank.cc` and `mfcc_dct.cc`.
enum MelCoefficients: Operator {
    static let code = OperatorCode.custom("Mfcc")
    static let versions = 1...1

    /// The options, with the defaults of TensorFlow.
    struct Settings {
        var upperLimit: Float = 4000
        var lowerLimit: Float = 20
        var bandCount = 40
        var coefficientCount = 13
    }

    static func prepare(_ options: OptionsTable, _ node: Preparation) throws(ModelError)
        -> any PreparedOperator
    {
        let map = try FlexBuffer(node.customOptions())
        return try prepare(
            Settings(
                upperLimit: map.float("upper_frequency_limit"),
                lowerLimit: map.float("lower_frequency_limit"),
                bandCount: map.int("filterbank_channel_count"),
                coefficientCount: map.int("dct_coefficient_count")), node)
    }

    static func prepare(_ settings: Settings, _ node: Preparation) throws(ModelError)
        -> any PreparedOperator
    {
        try node.expect(inputs: 2...2)
        let input = try node.input(0)
        try node.expectSameType(input, node.output(0))
        guard input.elementType == .float32 else { throw node.unsupported(input) }
        try node.expectRank(input, 1...8)
        let (bands, count) = (settings.bandCount, settings.coefficientCount)
        guard (1...4096).contains(bands), (1...bands).contains(count) else {
            throw node.fail("\(count) coefficients of \(bands) bands")
        }
        let length = input.shape[-1]
        guard
            let filters = MelFilters(
                length: length, sampleRate: try node.integer(1), settings)
        else {
            throw node.fail(
                "frequencies from \(settings.lowerLimit) to \(settings.upperLimit) hertz do not fit "
                    + "\(length) numbers at a sample rate of \(try node.integer(1))")
        }
        let output = try node.setOutput(
            0, shape: node.shape(input.shape.dimensions.dropLast() + [count]))
        let cosines = (0..<count).map { k in
            (0..<bands).map { band in
                (2 / Double(bands)).squareRoot()
                    * cos(Double(k) * Double.pi / Double(bands) * (Double(band) + 0.5))
            }
        }
        let split = node.split(
            input.shape.elementCount / max(1, length), cost: 8 * length + 16 * bands)
        let scratch = try node.scratch(byteCount: split.taskCount * bands * 8)
        return PreparedLoop(tasks: split.taskCount) { task, memory in
            let levels = memory.elements(scratch, as: Double.self) + task * bands
            for row in split.range(task) {
                filters.apply(
                    memory.elements(input.slot, as: Float.self) + row * length, to: levels)
                for band in 0..<bands { levels[band] = log(max(levels[band], 1e-12)) }
                let target = memory.elements(output.slot, as: Float.self) + row * count
                for (k, cosines) in cosines.enumerated() {
                    target[k] = Float(
                        cosines.indices.reduce(0.0) { $0 + cosines[$1] * levels[$1] })
                }
            }
        }
    }
}

/// FlexMfcc: ``MelCoefficients`` as a node of TensorFlow.
enum TensorFlowMelCoefficients: Operator {
    static let code = OperatorCode.custom("FlexMfcc")
    static let versions = 1...1

    static func prepare(_ options: OptionsTable, _ node: Preparation) throws(ModelError)
        -> any PreparedOperator
    {
        let attributes = try node.attributes()
        let defaults = MelCoefficients.Settings()
        return try MelCoefficients.prepare(
            MelCoefficients.Settings(
                upperLimit: attributes.float(
                    "upper_frequency_limit", default: defaults.upperLimit),
                lowerLimit: attributes.float(
                    "lower_frequency_limit", default: defaults.lowerLimit),
                bandCount: attributes.int(
                    "filterbank_channel_count", default: defaults.bandCount),
                coefficientCount: attributes.int(
                    "dct_coefficient_count", default: defaults.coefficientCount)), node)
    }
}

/// Overlapping triangular filters at equal distances on the mel scale.
private struct MelFilters: Sendable {
    /// The numbers of a spectrogram from the lower limit to the upper one.
    private let range: ClosedRange<Int>
    /// For each number of the range, the band below it, from -1 on, and its share of the magnitude.
    private let bands: [Int]
    private let shares: [Double]
    private let bandCount: Int

    /// Returns `nil` if a limit or the length does not fit.
    init?(length: Int, sampleRate: Int, _ settings: MelCoefficients.Settings) {
        let (lower, upper) = (Double(settings.lowerLimit), Double(settings.upperLimit))
        guard length > 1, sampleRate > 0, lower >= 0, upper > lower, upper < 1e9 else { return nil }
        bandCount = settings.bandCount
        let least = Self.mel(lower)
        let spacing = (Self.mel(upper) - least) / Double(bandCount + 1)
        let centers = (0...bandCount).map { least + spacing * Double($0 + 1) }
        let hertz = 0.5 * Double(sampleRate) / Double(length - 1)
        let (first, last) = (1.5 + lower / hertz, upper / hertz)
        guard last < Double(length), Int(first) <= Int(last) else { return nil }
        range = Int(first)...Int(last)
        var (bands, shares, band): ([Int], [Double], Int) = ([], [], 0)
        for place in range {
            let mel = Self.mel(Double(place) * hertz)
            while band < bandCount, centers[band] < mel { band += 1 }
            let start = band == 0 ? least : centers[band - 1]
            bands.append(band - 1)
            shares.append((centers[band] - mel) / (centers[band] - start))
        }
        (self.bands, self.shares) = (bands, shares)
    }

    /// The mel scale of a frequency in hertz.
    private static func mel(_ frequency: Double) -> Double { 1127 * log1p(frequency / 700) }

    /// Writes the sum of the magnitudes of each band.
    func apply(_ spectrogram: UnsafePointer<Float>, to levels: UnsafeMutablePointer<Double>) {
        levels.update(repeating: 0, count: bandCount)
        for (index, place) in range.enumerated() {
            let magnitude = Double(spectrogram[place]).squareRoot()
            let (band, part) = (bands[index], magnitude * shares[index])
            if band >= 0 { levels[band] += part }
            if band + 1 < bandCount { levels[band + 1] += magnitude - part }
        }
    }
}
