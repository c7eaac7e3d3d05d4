import SightModelFile

/// COMPLEX_ABS: the magnitude of complex numbers.
enum ComplexMagnitude: ComplexPartOperator {
    static let code = OperatorCode.builtin(.complexAbs)

    @inline(__always)
    static func part(_ number: SIMD2<Float>) -> Float { (number * number).sum().squareRoot() }
}
