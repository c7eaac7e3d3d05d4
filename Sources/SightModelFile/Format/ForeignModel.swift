/// Files that users mistake for `.tflite` models, such as those of other runtimes, which can be
/// converted.
///
/// - Source: the first bytes of each format: ONNX's and Core ML's protobuf messages, ZIP, HDF5,
///   JPEG, PNG, GIF and WebP.
package enum ForeignModel: Hashable, Sendable {
    case onnx
    case coreML
    /// A folder `.mlpackage` or `.mlmodelc`.
    case coreMLFolder
    /// A ZIP archive, as PyTorch and Keras write it.
    case archive
    /// A ZIP archive of these `.tflite` models, as MediaPipe's `.task` files are.
    case bundle(models: [String])
    case hdf5
    /// An image file of this format, such as `JPEG`.
    case image(format: String)

    /// Recognizes a format by the first bytes of a file; `nil` for any other format.
    package init?(_ bytes: ModelBytes) {
        let first = (try? bytes.slice(0..<min(bytes.count, 64))).map { Array($0) } ?? []
        if let header = ArchiveStart.position(in: bytes) {
            self = Self.archived(ArchiveStart.names(in: bytes, at: header))
        } else if first.starts(with: [0x89, 0x48, 0x44, 0x46]) {
            self = .hdf5
        } else if let message = Self.message(first) {
            self = message
        } else if let format = Self.imageFormat(first) {
            self = .image(format: format)
        } else {
            return nil
        }
    }

    /// Recognizes a folder by its name; `nil` for any other name.
    package init?(path: String) {
        var name = path[...]
        while name.hasSuffix("/") { name.removeLast() }
        guard name.hasSuffix(".mlpackage") || name.hasSuffix(".mlmodelc") else { return nil }
        self = .coreMLFolder
    }

    /// Tells a bundle of models from other archives by the name of the first file.
    ///
    /// A bundle may contain other bundles, whose names end in `.task`.
    private static func archived(_ names: [String]) -> ForeignModel {
        let models = names.filter { $0.hasSuffix(".tflite") || $0.hasSuffix(".task") }
        guard let first = names.first, first == models.first else { return .archive }
        return .bundle(
            models: models.filter { name in
                name.count <= 100 && name.utf8.allSatisfy { (0x20...0x7E).contains($0) }
            })
    }

    /// Recognizes the protobuf messages of ONNX and Core ML, whose first field is their version.
    ///
    /// ONNX continues with the text of its producer, field 2, or with its graph, field 7. Core ML
    /// continues with a message, field 2, whose first field is again a message.
    private static func message(_ first: [UInt8]) -> ForeignModel? {
        guard first.count >= 8, first[0] == 0x08, (1...32).contains(first[1]) else { return nil }
        switch first[2] {
        case 0x3A: return .onnx
        case 0x12:
            let length = Int(first[3])
            let text = first.dropFirst(4).prefix(length)
            let isText = !text.isEmpty && text.allSatisfy { (0x20...0x7E).contains($0) }
            if length < 60, isText { return .onnx }
            let start = first[3] < 0x80 ? 4 : 5
            return first[start] == 0x0A ? .coreML : nil
        default: return nil
        }
    }

    /// Recognizes the image formats of most photos; `nil` for any other file.
    private static func imageFormat(_ first: [UInt8]) -> String? {
        let starts: [(format: String, bytes: [UInt8])] = [
            ("JPEG", [0xFF, 0xD8, 0xFF]), ("PNG", [0x89, 0x50, 0x4E, 0x47]),
            ("GIF", Array("GIF8".utf8)),
        ]
        if let start = starts.first(where: { first.starts(with: $0.bytes) }) { return start.format }
        let isWebP = first.starts(with: Array("RIFF".utf8)) && first.count >= 12
        return isWebP && Array(first[8..<12]) == Array("WEBP".utf8) ? "WebP" : nil
    }

    /// The format of the file and, if it is a model, the command that converts it.
    package var advice: String {
        switch self {
        case .onnx:
            "the file is an ONNX model; convert it: pip install onnx2tf, then "
                + "onnx2tf -i model.onnx -o converted"
        case .coreML, .coreMLFolder:
            "the file is a Core ML model, which nothing converts back; convert the model that it "
                + "was made from: PyTorch with pip install litert-torch and "
                + "litert_torch.convert(model, inputs).export(\"model.tflite\"), TensorFlow with "
                + "tflite_convert --saved_model_dir=model --output_file=model.tflite"
        case .archive:
            "the file is a ZIP archive, such as a PyTorch or Keras model; convert PyTorch with "
                + "pip install litert-torch and "
                + "litert_torch.convert(model, inputs).export(\"model.tflite\"), Keras with "
                + "tf.lite.TFLiteConverter.from_keras_model(model).convert()"
        case .bundle(let models):
            "the file is a MediaPipe bundle; unzip it and give one of its models"
                + (models.isEmpty ? "" : ": " + models.joined(separator: ", "))
        case .hdf5:
            "the file is a Keras model in HDF5; convert it: "
                + "tflite_convert --keras_model_file=model.h5 --output_file=model.tflite"
        case .image(let format):
            "the file is a \(format) image, not a .tflite model"
        }
    }
}
