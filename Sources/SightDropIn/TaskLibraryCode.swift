/// The numbers that the TFLite Task Library gives to failures.
///
/// - Source: `TfLiteSupportStatus` of the Task Library.
enum TaskLibraryCode {
    /// How messages begin, and their numbers.
    private static let beginnings: [(String, Int)] = [
        ("The model is not a valid FlatBuffer buffer", 3),
        ("Input tensor has type kTfLiteFloat32", 208),
        ("Models are assumed to have a single input", 300),
        ("Only 4D tensors in BHWD layout", 301),
        ("The input tensor should have dimensions", 301),
        ("Type mismatch for input tensor", 302),
        ("Unexpected number of dimensions for output", 400),
        ("Unexpected WxH sizes for output", 400),
        ("The output array is expected to have a batch size of 1", 400),
        ("Type mismatch for output tensor", 401),
        ("Mobile SSD models are expected to have exactly 4 outputs", 403),
        ("Got ", 205),
        ("NormalizationOptions:", 203),
    ]

    /// The number of a failure; `nil` for messages of our own.
    static func of(_ message: String) -> Int? {
        beginnings.first { message.hasPrefix($0.0) }?.1
    }
}
