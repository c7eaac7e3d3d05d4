import SightModelFile

/// STABLEHLO_MINIMUM: the smaller of two tensors of one shape.
enum StablehloMinimum: StablehloBinaryOperator {
    static let code = OperatorCode.builtin(.stablehloMinimum)

    @inline(__always)
    static func apply<Number: StablehloNumber>(_ a: Number, _ b: Number) -> Number { a < b ? a : b }
}
