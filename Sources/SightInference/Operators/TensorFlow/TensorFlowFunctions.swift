import CSightKernels
import Foundation
import SightModelFile

/// FlexErf: the error function.
///
/// float32. PyTorch's and TensorFlow's exact GELU contains it.
struct ErrorFunction: FloatFunctionOperator, RowFunction {
    static let code = OperatorCode.custom("FlexErf")
    static let versions = 1...1

    @inline(__always)
    func apply(_ x: Float) -> Float { erff(x) }

    static func kernel(_ kernels: UnsafePointer<sight_row_kernels>) -> Kernel? {
        kernels.pointee.error_functions
    }
}

/// FlexTan: the tangent, in radians.
///
/// float32.
struct Tangent: FloatFunctionOperator {
    static let code = OperatorCode.custom("FlexTan")
    static let versions = 1...1

    func apply(_ x: Float) -> Float { tanf(x) }
}

/// FlexAtan: the inverse tangent, in radians.
///
/// float32.
struct InverseTangent: FloatFunctionOperator {
    static let code = OperatorCode.custom("FlexAtan")
    static let versions = 1...1

    func apply(_ x: Float) -> Float { atanf(x) }
}

/// FlexSinh: the hyperbolic sine.
///
/// float32.
struct HyperbolicSine: FloatFunctionOperator {
    static let code = OperatorCode.custom("FlexSinh")
    static let versions = 1...1

    func apply(_ x: Float) -> Float { sinhf(x) }
}

/// FlexCosh: the hyperbolic cosine.
///
/// float32.
struct HyperbolicCosine: FloatFunctionOperator {
    static let code = OperatorCode.custom("FlexCosh")
    static let versions = 1...1

    func apply(_ x: Float) -> Float { coshf(x) }
}

/// FlexSoftplus: ln(1 + e^x).
///
/// float32. Earlier versions of the converter write it.
/// - Source: TensorFlow `softplus_op`: far from 0, the result is x or e^x.
struct Softplus: FloatFunctionOperator {
    static let code = OperatorCode.custom("FlexSoftplus")
    static let versions = 1...1

    func apply(_ x: Float) -> Float {
        let limit: Float = 13.942385  // -2 - ln 2^-23
        return x > limit ? x : x < -limit ? expf(x) : log1pf(expf(x))
    }
}

/// FlexSoftsign: x / (1 + |x|).
///
/// float32. Earlier versions of the converter write it.
struct Softsign: FloatFunctionOperator {
    static let code = OperatorCode.custom("FlexSoftsign")
    static let versions = 1...1

    @inline(__always)
    func apply(_ x: Float) -> Float { x / (1 + x.magnitude) }
}
