import SightNumPy

/// Reads an array of NumPy, of numbers and of strings.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
    Harness.run(data, size) {
        _ = try? NPYStrings(parsing: $0)
        _ = try NPYArray(parsing: $0)
    }
}
