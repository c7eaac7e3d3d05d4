#if canImport(ObjectiveC)
    import Foundation

    /// The type of a tensor's elements, for Objective-C, with the numbers of TensorFlowLiteObjC.
    @objc(TFLTensorDataType)
    public enum TFLTensorDataType: UInt {
        /// A type without a case of its own.
        case noType = 0
        /// 32-bit floating point.
        case float32 = 1
        /// 16-bit floating point.
        case float16 = 2
        /// 32-bit signed integer.
        case int32 = 3
        /// 8-bit unsigned integer.
        case uInt8 = 4
        /// 64-bit signed integer.
        case int64 = 5
        /// Boolean.
        case bool = 6
        /// 16-bit signed integer.
        case int16 = 7
        /// 8-bit signed integer.
        case int8 = 8
        /// 64-bit floating point.
        case float64 = 9
        /// 16-bit floating point with an exponent of 8 bits; the runtime has no such tensors.
        case bFloat16 = 10

        init(_ type: Tensor.DataType) {
            switch type {
            case .float32: self = .float32
            case .float16: self = .float16
            case .int32: self = .int32
            case .uInt8: self = .uInt8
            case .int64: self = .int64
            case .bool: self = .bool
            case .int16: self = .int16
            case .int8: self = .int8
            case .float64: self = .float64
            default: self = .noType
            }
        }
    }
#endif
