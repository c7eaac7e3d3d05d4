import SightModelFile

/// IMAG: the imaginary part of complex numbers.
enum Imaginary: ComplexPartOperator {
    static let code = OperatorCode.builtin(.imag)

    @inline(__always)
    static func part(_ number: SIMD2<Float>) -> Float { number.y }
}
