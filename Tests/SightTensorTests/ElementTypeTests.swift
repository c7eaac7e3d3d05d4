import SightTensor
import Testing

@Suite struct ElementTypeTests {
    @Test func numbersAreTheSchemas() {
        #expect(ElementType.allCases.map(\.rawValue) == Array(0...17) + [19])
        #expect(ElementType(rawValue: 9) == .int8)
        #expect(ElementType(rawValue: 18) == nil)
        #expect(ElementType(rawValue: -1) == nil)
    }

    @Test func namesDiffer() {
        #expect(Set(ElementType.allCases.map(\.description)).count == ElementType.allCases.count)
        #expect(ElementType.uint8.description == "uint8")
    }

    @Test func byteCounts() {
        #expect(ElementType.float32.byteCount(of: 3) == 12)
        #expect(ElementType.int4.byteCount(of: 3) == 2)
        #expect(ElementType.int4.byteCount(of: 4) == 2)
        #expect(ElementType.int2.byteCount(of: 5) == 2)
        #expect(ElementType.bool.byteCount(of: 5) == 5)
        #expect(ElementType.complex128.byteCount(of: 1) == 16)
        #expect(ElementType.string.byteCount(of: 2) == 8)
        #expect(ElementType.variant.byteCount(of: 1) == nil)
        #expect(ElementType.uint8.byteCount(of: .max) == nil)
        #expect(ElementType.uint8.byteCount(of: -1) == nil)
        #expect(ElementType.uint8.byteCount(of: 0) == 0)
    }
}
