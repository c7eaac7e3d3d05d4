import SightTensor
import Testing

@Suite struct AlignedStorageTests {
    @Test(arguments: [
        0, 1, 63, 64, 65, 4096, (1 << 16) - 64, (1 << 16) - 63, 100_000, 3 << 19, (2 << 20) + 1,
        (7 << 19) - 64,
    ])
    func zeroedAndAligned(count: Int) {
        let storage = AlignedStorage(byteCount: count)
        #expect(Int(bitPattern: storage.start) % AlignedStorage.alignment == 0)
        #expect(storage.bytes.count == count)
        let readable = UnsafeRawBufferPointer(
            start: storage.start, count: count + AlignedStorage.padding)
        #expect(readable.allSatisfy { $0 == 0 })
    }

    @Test func partsShareTheWhole() {
        let part: AlignedStorage
        do {
            let whole = AlignedStorage(reserving: 3 << 20)
            whole.populate(100..<5000)
            whole.start.storeBytes(of: 7, toByteOffset: 130, as: UInt8.self)
            part = AlignedStorage(part: 64, at: 128, of: whole)
        }
        // The part keeps the whole storage alive.
        #expect(part.bytes[2] == 7)
        #expect(part.bytes.count == 64)
    }
}
