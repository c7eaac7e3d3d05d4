import Foundation

/// AutoML Vision Edge's `tflite_metadata.json` beside a detector.
///
/// - Source: files as published with AutoML models (`outputTensorRepresentation`).
struct AutoMLMetadata: Decodable {
    /// Roles of the outputs in order, such as `bounding_boxes`; absent in classifiers.
    let outputTensorRepresentation: [String]?

    /// Reads the file beside a model: `tflite_metadata.json`, or the model's name with
    /// `_metadata.json`; `nil` if there is no such file or it cannot be decoded.
    static func beside(_ file: ModelFile) -> AutoMLMetadata? {
        let stem = file.path.map {
            URL(fileURLWithPath: $0).deletingPathExtension().lastPathComponent
        }
        for name in ["tflite_metadata.json"] + (stem.map { ["\($0)_metadata.json"] } ?? []) {
            if let url = file.sibling(name), let data = try? SmallFile.read(url) {
                return try? JSONDecoder().decode(AutoMLMetadata.self, from: data)
            }
        }
        return nil
    }

    /// Returns the positions of boxes, classes, scores and count among the outputs; `nil` unless
    /// all four are named.
    func places(outputCount: Int) -> [Int]? {
        let names = ["bounding_boxes", "class_labels", "class_confidences", "num_of_boxes"]
        let places = names.compactMap { outputTensorRepresentation?.firstIndex(of: $0) }
        return places.count == 4 && places.allSatisfy { $0 < outputCount } ? places : nil
    }
}
