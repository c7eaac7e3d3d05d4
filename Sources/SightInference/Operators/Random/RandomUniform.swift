import SightModelFile

/// RANDOM_UNIFORM: numbers in 0 ..< 1, all as likely.
enum RandomUniform: RandomOperator {
    static let code = OperatorCode.builtin(.randomUniform)

    static func numbers(_ words: SIMD4<UInt32>) -> SIMD4<Float> {
        var numbers = SIMD4<Float>.zero
        for i in 0..<4 { numbers[i] = RandomStream.fraction(words[i]) }
        return numbers
    }
}
