import SightModelFile

/// STABLEHLO_MAXIMUM: the larger of two tensors of one shape.
enum StablehloMaximum: StablehloBinaryOperator {
    static let code = OperatorCode.builtin(.stablehloMaximum)

    @inline(__always)
    static func apply<Number: StablehloNumber>(_ a: Number, _ b: Number) -> Number { a > b ? a : b }
}
