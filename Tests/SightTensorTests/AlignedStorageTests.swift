import SightTensor
import Testing

@Suite struct AlignedStorageTests {
    @Test(arguments: [0, 1, 63, 64, 65, 4096])
    func zeroedAndAligned(count: Int) {
        let storage = AlignedStorage(byteCount: count)
        #expect(Int(bitPattern: storage.start) % AlignedStorage.alignment == 0)
        #expect(storage.bytes.count == count)
        let readable = UnsafeRawBufferPointer(
            start: storage.start, count: count + AlignedStorage.padding)
        #expect(readable.allSatisfy { $0 == 0 })
    }
}
