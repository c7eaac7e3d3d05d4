import Sight
import SightInference

/// The model that a benchmark measures, and how it runs.
package struct BenchSetup: Sendable {
    /// The path of the model.
    let path: String
    let threads: Int
    let precision: FloatPrecision
    /// The key of the signature; `nil` for the main graph.
    let signature: String?
    /// Arguments of `--input`; without any, the inputs are random.
    let inputs: [String]
    /// Arguments of `--shape`.
    let shapes: [String]
    /// The normalization of images for float inputs; `nil` takes that of the metadata.
    let normalization: Normalization?
}
