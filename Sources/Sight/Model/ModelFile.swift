public import Foundation
public import SightGeometry
import SightModelFile

/// A `.tflite` model, on disk or in memory.
public struct ModelFile: Sendable {
    private enum Origin {
        case path(String)
        case data(Data)
    }
    private let origin: Origin
    /// The operators that TensorFlow Lite does not have; append your own to this list.
    ///
    /// The list begins with those of MediaPipe and LiteRT that Sight implements.
    public var customOperators: [any CustomOperator.Type] = CustomOperatorList.standardTypes
    /// Whether float layers round their inputs and weights to bfloat16, which keeps 8 of 24 bits.
    ///
    /// Float models then run faster, and their outputs change: most by about 1 %, those of small
    /// networks by up to 11 % (root mean squares; `Documentation/BENCHMARKS.md` lists models). The
    /// property needs a processor of AMD with AVX-512 BF16 and has no effect on others: those of
    /// Intel would take longer. 8-bit layers do not change.
    public var usesBFloat16 = false
    /// The size of the image input, in pixels, if the model leaves its height or width open.
    ///
    /// With `nil`, the extents in the file apply unless they are placeholders of 1 pixel, then the
    /// size in the model's metadata; a model without either is refused. A size that differs from
    /// extents that are not open is refused with `invalidOptions`.
    public var inputSize: SightGeometry.Size<ModelInput>?

    /// A `.tflite` file on disk, read when the model is loaded.
    ///
    /// The file is mapped while the model is in use. Replace it by a rename, such as with
    /// `Data.write(to:options:)` and `.atomic`, never in place: a file that becomes shorter ends
    /// the process.
    public init(path: String) { origin = .path(path) }

    /// The bytes of a `.tflite` file.
    public init(data: Data) { origin = .data(data) }

    /// The path; `nil` for bytes in memory.
    public var path: String? {
        if case .path(let path) = origin { path } else { nil }
    }

    /// Reads the bytes.
    func bytes() throws(ModelError) -> ModelBytes {
        switch origin {
        case .path(let path): try ModelBytes(contentsOf: path)
        case .data(let data): try ModelBytes(data)
        }
    }

    /// Returns the URL of a file in the model's folder; `nil` if there is no such file.
    func sibling(_ name: String) -> URL? {
        guard let path else { return nil }
        let url = URL(fileURLWithPath: path).deletingLastPathComponent()
            .appendingPathComponent(name)
        return FileManager.default.fileExists(atPath: url.path) ? url : nil
    }
}
