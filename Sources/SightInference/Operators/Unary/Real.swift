import SightModelFile

/// REAL: the real part of complex numbers.
enum Real: ComplexPartOperator {
    static let code = OperatorCode.builtin(.real)

    @inline(__always)
    static func part(_ number: SIMD2<Float>) -> Float { number.x }
}
