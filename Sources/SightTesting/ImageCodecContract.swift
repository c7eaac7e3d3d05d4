public import SightImageIO

/// The contract of `ImageCodec`: for any bytes, a codec returns an image within the limits or
/// throws.
///
/// ```swift
/// #expect(ImageCodecContract.violations(of: MyCodec(), samples: [bytesOfAFile]) == [])
/// ```
public enum ImageCodecContract {
    /// Runs the whole suite.
    ///
    /// - Parameters:
    ///   - codec: the codec.
    ///   - samples: whole files of its format, at least one; small ones keep the suite short.
    ///   - damages: the number of damaged copies of each sample that are decoded.
    /// - Returns: the promises that were not kept, each at most once; empty when all were.
    public static func violations(
        of codec: any ImageCodec, samples: [[UInt8]], damages: Int = 200
    ) -> [ContractViolation] {
        var findings = ContractFindings()
        findings.expect(!codec.name.isEmpty, "a codec has a name", "it is empty")
        findings.expect(!samples.isEmpty, "the suite needs a sample", "there are no samples")
        let decoder = ImageDecoder(codecs: [codec])
        let foreign: [[UInt8]] = [
            [], [0], [UInt8](repeating: 0, count: 64), Array("plain text of no format".utf8),
        ]
        for bytes in foreign {
            findings.expect(
                failure(decoder, bytes)?.code == .unsupportedFormat,
                "bytes of other formats are not recognized",
                "\(bytes.prefix(8)) are recognized")
        }
        for (number, sample) in samples.enumerated() {
            let name = "sample \(number) of \(codec.name)"
            guard let whole = decoded(decoder, sample) else {
                let error = failure(decoder, sample)
                findings.expect(
                    false, "samples are decoded", "\(name): \(error.map { "\($0)" } ?? "")")
                continue
            }
            check(sample, whole, name, decoder, &findings)
            damage(sample, whole, name, decoder, damages, &findings)
        }
        return findings.violations
    }

    private static func check(
        _ sample: [UInt8], _ whole: DecodedImage, _ name: String, _ decoder: ImageDecoder,
        _ findings: inout ContractFindings
    ) {
        findings.expect(
            decoded(decoder, sample) == whole, "equal bytes give equal images", name)
        findings.expect(
            whole.sourceSize == whole.buffer.size, "without a minimum size, all pixels are decoded",
            "\(name): \(whole.buffer.size) of \(whole.sourceSize)")
        let minimum = max(1, min(whole.buffer.width, whole.buffer.height) / 3)
        if let reduced = decoded(decoder, sample, minimumSize: minimum) {
            findings.expect(
                min(reduced.buffer.width, reduced.buffer.height) >= minimum,
                "a reduced image keeps the minimum size",
                "\(name): \(reduced.buffer.size) for \(minimum)")
            findings.expect(
                reduced.sourceSize == whole.sourceSize,
                "a reduced image states the full size", "\(name): \(reduced.sourceSize)")
        } else {
            findings.expect(false, "samples are decoded at a reduced size", name)
        }
        var limited = decoder
        limited.limits.maximumPixels = whole.buffer.width * whole.buffer.height - 1
        findings.expect(
            failure(limited, sample)?.code == .tooLarge || limited.limits.maximumPixels == 0,
            "an image above the limits is refused with tooLarge", name)
    }

    /// Checks that truncated copies and copies with flipped bits give an image within the limits or
    /// an error.
    private static func damage(
        _ sample: [UInt8], _ whole: DecodedImage, _ name: String, _ decoder: ImageDecoder,
        _ count: Int, _ findings: inout ContractFindings
    ) {
        var generator = SeededGenerator(seed: UInt64(sample.count))
        var decoder = decoder
        decoder.limits.maximumPixels = 4 * whole.buffer.width * whole.buffer.height
        for round in 0..<count where !sample.isEmpty {
            var bytes = sample
            if round % 2 == 0 {
                bytes.removeLast(Int.random(in: 1...sample.count, using: &generator))
            } else {
                for _ in 0..<Int.random(in: 1...8, using: &generator) {
                    let place = Int.random(in: 0..<sample.count, using: &generator)
                    bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
                }
            }
            guard let found = decoded(decoder, bytes) else { continue }
            let pixels = found.sourceSize.width * found.sourceSize.height
            findings.expect(
                Double(pixels) <= Double(decoder.limits.maximumPixels),
                "damaged files stay within the limits",
                "\(name), round \(round): \(found.sourceSize)")
        }
    }

    private static func decoded(
        _ decoder: ImageDecoder, _ bytes: [UInt8], minimumSize: Int? = nil
    ) -> DecodedImage? {
        try? decoder.decode(bytes, minimumSize: minimumSize)
    }

    private static func failure(_ decoder: ImageDecoder, _ bytes: [UInt8]) -> ImageError? {
        do throws(ImageError) {
            _ = try decoder.decode(bytes)
            return nil
        } catch {
            return error
        }
    }
}
