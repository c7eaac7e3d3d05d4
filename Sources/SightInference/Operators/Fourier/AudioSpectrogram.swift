import Foundation
import SightModelFile
import SightTensor

/// AudioSpectrogram: how strong each frequency is in successive windows of a recording.
///
/// Samples `[S, C]` float32; the result is `[C, windows, F]`, with F = 1 + half of the next power
/// of two from the window's length on. A Hann window weights the samples.
/// - Source: TensorFlow `audio_spectrogram`, TensorFlow Lite `audio_spectrogram`.
enum AudioSpectrogram: Operator {
    static let code = OperatorCode.custom("AudioSpectrogram")
    static let versions = 1...1

    static func prepare(_ options: OptionsTable, _ node: Preparation) throws(ModelError)
        -> any PreparedOperator
    {
        let map = try FlexBuffer(node.customOptions())
        return try prepare(
            length: map.int("window_size"), step: map.int("stride"),
            isSquared: map.bool("magnitude_squared"), node)
    }

    /// Prepares a node with windows of `length` samples, which start `step` samples apart.
    static func prepare(length: Int, step: Int, isSquared: Bool, _ node: Preparation)
        throws(ModelError) -> any PreparedOperator
    {
        try node.expect(inputs: 1...1)
        let input = try node.input(0)
        try node.expectSameType(input, node.output(0))
        guard input.elementType == .float32 else { throw node.unsupported(input) }
        try node.expectRank(input, 2...2)
        guard (2...(1 << 20)).contains(length), (1..<(1 << 31)).contains(step) else {
            throw node.fail("windows of \(length) samples, \(step) samples apart")
        }
        let (samples, channels) = (input.shape[0], input.shape[1])
        let windows = samples < length ? 0 : 1 + (samples - length) / step
        let half = halfLength(of: length)
        let output = try node.setOutput(0, shape: node.shape([channels, windows, half + 1]))
        let transform = try FourierTransform(count: half, node)
        let lanes = FourierTransform.lanes
        let groups = (windows + lanes - 1) / lanes
        let split = node.split(channels * groups, cost: 16 * lanes * half)
        let frames = try node.scratch(byteCount: split.taskCount * lanes * length * 4)
        let scratch = try node.scratch(byteCount: split.taskCount * transform.byteCount)
        let weights = hann(length)
        return PreparedLoop(tasks: split.taskCount) { task, memory in
            let source = memory.elements(input.slot, as: Float.self)
            let target = memory.elements(output.slot, as: Float.self)
            let frames = memory.elements(frames, as: Float.self) + task * lanes * length
            let numbers = (memory[scratch] + task * transform.byteCount)
                .assumingMemoryBound(to: Double.self)
            for group in split.range(task) {
                let (channel, part) = group.quotientAndRemainder(dividingBy: groups)
                let first = part * lanes
                let count = min(lanes, windows - first)
                for lane in 0..<count {
                    let samples = source + (first + lane) * step * channels + channel
                    for i in 0..<length {
                        frames[lane * length + i] = samples[i * channels] * weights[i]
                    }
                }
                transform.run(frames, stride: length, count: count, width: length, to: numbers)
                for lane in 0..<count {
                    let row = target + (channel * windows + first + lane) * (half + 1)
                    for k in 0...half {
                        let number = numbers + 2 * lanes * k + lane
                        let square = number[0] * number[0] + number[lanes] * number[lanes]
                        row[k] = Float(isSquared ? square : square.squareRoot())
                    }
                }
            }
        }
    }

    /// Returns half of the next power of two from a length on.
    private static func halfLength(of length: Int) -> Int {
        var half = 1
        while 2 * half < length { half *= 2 }
        return half
    }

    /// The weights of a window's samples; the period is the window's length.
    private static func hann(_ length: Int) -> [Float] {
        (0..<length).map { Float(0.5 - 0.5 * cos(2 * Double.pi * Double($0) / Double(length))) }
    }
}

/// FlexAudioSpectrogram: ``AudioSpectrogram`` as a node of TensorFlow.
enum TensorFlowAudioSpectrogram: Operator {
    static let code = OperatorCode.custom("FlexAudioSpectrogram")
    static let versions = 1...1

    static func prepare(_ options: OptionsTable, _ node: Preparation) throws(ModelError)
        -> any PreparedOperator
    {
        let attributes = try node.attributes()
        return try AudioSpectrogram.prepare(
            length: attributes.int("window_size"), step: attributes.int("stride"),
            isSquared: attributes.bool("magnitude_squared"), node)
    }
}
