/// The treatment of a filter or window at the border of an image, by its number in the file.
///
/// - Source: enum `Padding` of the TensorFlow Lite schema.
package struct PaddingOption: RawRepresentable, Hashable, Sendable {
    /// The number in the file, which need not be one of the schema's.
    package let rawValue: Int

    package init(rawValue: Int) { self.rawValue = rawValue }

    /// The image is padded so that stride 1 keeps its extents.
    package static let same = PaddingOption(rawValue: 0)
    /// The filter stays inside of the image.
    package static let valid = PaddingOption(rawValue: 1)

    /// Whether the number is one of the schema's.
    package var isKnown: Bool { self == .same || self == .valid }
}

extension OptionsTable {
    func padding(_ field: Int) throws(ModelError) -> PaddingOption {
        PaddingOption(rawValue: try byte(field))
    }
}
