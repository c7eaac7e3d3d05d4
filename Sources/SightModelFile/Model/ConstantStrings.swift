import SightTensor

/// The strings of a model's constants, each with the number that stands for it in a tensor.
package struct ConstantStrings: Sendable {
    /// All strings of the file, with their numbers.
    package private(set) var table = StringTable()
    /// The numbers of each constant's strings, by the constant's range in the file: tensors may
    /// share a buffer.
    private var elements: [Range<Int>: ConstantBytes] = [:]

    /// The numbers of a constant's strings, 32 bits each.
    package subscript(range: Range<Int>) -> ConstantBytes? { elements[range] }

    /// Unpacks the strings of a constant.
    ///
    /// - Returns: the number of strings; `nil` when the bytes are not packed strings.
    mutating func read(_ range: Range<Int>, of bytes: ModelBytes) throws(ModelError) -> Int? {
        if let known = elements[range] { return known.bytes.count / MemoryLayout<UInt32>.stride }
        guard let strings = StringPacking.unpack(try bytes.slice(range)) else { return nil }
        let storage = AlignedStorage(byteCount: strings.count * MemoryLayout<UInt32>.stride)
        let numbers = storage.start.assumingMemoryBound(to: UInt32.self)
        for (index, string) in strings.enumerated() { numbers[index] = table.add(string) }
        elements[range] = ConstantBytes(UnsafeRawBufferPointer(storage.bytes), owner: storage)
        return strings.count
    }
}
