import SightModelFile

/// STABLEHLO_ADD: the sum of two tensors of one shape.
enum StablehloAdd: StablehloBinaryOperator {
    static let code = OperatorCode.builtin(.stablehloAdd)

    @inline(__always)
    static func apply<Number: StablehloNumber>(_ a: Number, _ b: Number) -> Number {
        a.adding(wrapping: b)
    }
}
