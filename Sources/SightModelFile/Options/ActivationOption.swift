/// The activation in an operator's options, by its number in the file.
///
/// - Source: enum `ActivationFunctionType` of the TensorFlow Lite schema.
package struct ActivationOption: RawRepresentable, Hashable, Sendable {
    /// The number in the file, which need not be one of the schema's.
    package let rawValue: Int

    package init(rawValue: Int) { self.rawValue = rawValue }

    package static let none = ActivationOption(rawValue: 0)
    package static let relu = ActivationOption(rawValue: 1)
    package static let reluN1To1 = ActivationOption(rawValue: 2)
    package static let relu6 = ActivationOption(rawValue: 3)
    package static let tanh = ActivationOption(rawValue: 4)
    package static let signBit = ActivationOption(rawValue: 5)

    /// The bounds of the result, infinite where there is no bound; `nil` if the activation does not
    /// just limit values to a range.
    package var range: ClosedRange<Float>? {
        switch self {
        case .none: -.infinity ... .infinity
        case .relu: 0 ... .infinity
        case .reluN1To1: -1...1
        case .relu6: 0...6
        default: nil
        }
    }
}

extension OptionsTable {
    func activation(_ field: Int) throws(ModelError) -> ActivationOption {
        ActivationOption(rawValue: try byte(field))
    }
}
