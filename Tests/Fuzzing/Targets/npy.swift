import SightNumPy

/// Reads an array of NumPy.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
    Harness.run(data, size) { _ = try NPYArray(parsing: $0) }
}
