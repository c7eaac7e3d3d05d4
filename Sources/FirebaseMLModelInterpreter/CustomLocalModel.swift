public import FirebaseMLCommon
import Foundation

/// Your own model file on the device.
#if canImport(ObjectiveC)
    @objcMembers @objc(FIRCustomLocalModel)
#endif
open class CustomLocalModel: LocalModel,
    @unchecked Sendable  // an open class; it adds no stored property
{
    /// Makes a local model from the absolute path of a file, which is checked when it is loaded.
    ///
    /// The file is mapped while the model is in use. Replace it by a rename, such as with
    /// `Data.write(to:options:)` and `.atomic`, never in place: a file that becomes shorter ends
    /// the process.
    public init(modelPath: String) { super.init(at: modelPath) }
}
