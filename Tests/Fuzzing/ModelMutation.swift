import ModelFixtures

/// Mutates a model: its meaningful numbers, any bytes, or both.
@_cdecl("LLVMFuzzerCustomMutator")
public func fuzzMutate(
    _ data: UnsafeMutablePointer<UInt8>, _ size: Int, _ maximum: Int, _ seed: UInt32
) -> Int {
    var size = size
    if seed % 4 != 0 {
        var bytes = Array(UnsafeBufferPointer(start: data, count: size))
        var mutator = StructuredMutator(SplitMix64(state: UInt64(seed)))
        mutator.damage(&bytes)
        data.update(from: bytes, count: size)
    }
    if seed % 4 == 0 || seed % 16 == 1 {
        size = LLVMFuzzerMutate(data, size, maximum)
    }
    return size
}
