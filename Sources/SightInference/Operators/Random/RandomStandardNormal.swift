import Foundation
import SightModelFile

/// RANDOM_STANDARD_NORMAL: numbers of a normal distribution of mean 0 and deviation 1.
///
/// - Source: Box and Muller, "A Note on the Generation of Random Normal Deviates", 1958.
enum RandomStandardNormal: RandomOperator {
    static let code = OperatorCode.builtin(.randomStandardNormal)

    static func numbers(_ words: SIMD4<UInt32>) -> SIMD4<Float> {
        var numbers = SIMD4<Float>.zero
        for i in stride(from: 0, to: 4, by: 2) {
            // The logarithm of 0 is none.
            let length = (-2 * logf(max(RandomStream.fraction(words[i]), 1e-7))).squareRoot()
            let angle = 2 * Float.pi * RandomStream.fraction(words[i + 1])
            (numbers[i], numbers[i + 1]) = (sinf(angle) * length, cosf(angle) * length)
        }
        return numbers
    }
}
