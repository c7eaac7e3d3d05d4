import SightEvaluation

/// Reads boxes of the MOTChallenge.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
    Harness.run(data, size) { _ = try MOTText.rows(of: String(decoding: $0, as: UTF8.self)) }
}
