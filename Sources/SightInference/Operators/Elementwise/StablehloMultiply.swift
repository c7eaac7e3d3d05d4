import SightModelFile

/// STABLEHLO_MULTIPLY: the product of two tensors of one shape.
enum StablehloMultiply: StablehloBinaryOperator {
    static let code = OperatorCode.builtin(.stablehloMultiply)

    @inline(__always)
    static func apply<Number: StablehloNumber>(_ a: Number, _ b: Number) -> Number {
        a.multiplied(wrapping: b)
    }
}
