import Foundation
import SightEvaluation
import SightGeometry

/// Reads boxes of the MOTChallenge, and lines of annotations, whose boxes it converts if the line has
/// no mistake, as the command does.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
    Harness.run(data, size) { bytes in
        if let image = try? JSONDecoder().decode(AnnotatedImage.self, from: Data(bytes)),
            image.mistake == nil
        {
            _ = image.references(in: Size(width: 640, height: 480))
        }
        _ = try MOTText.rows(of: String(decoding: bytes, as: UTF8.self))
    }
}
