import SightTensor
import Testing

@Suite struct ShapeTests {
    private func shape(_ dimensions: [Int]) throws -> Shape { try #require(Shape(dimensions)) }

    @Test func counts() throws {
        #expect(try shape([]).elementCount == 1)
        #expect(try shape([2, 3, 4]).elementCount == 24)
        #expect(try shape([2, 0, 4]).elementCount == 0)
        #expect(try shape([2, 3, 4]).strides == [12, 4, 1])
        #expect(try shape([]).strides.isEmpty)
        #expect(try shape([2, 3, 4])[0] == 2)
        #expect(try shape([2, 3, 4])[-1] == 4)
        #expect(try shape([1, 224, 224, 3]).description == "[1,224,224,3]")
        #expect(try shape([2, 3]) == [2, 3])
    }

    /// The extents of a file may have any 32 bits.
    @Test(arguments: [
        [-1], [.min], [.max], [1 << 24, 1 << 25], [0, 1 << 31, 1 << 31, 1 << 31],
        [1 << 31, 1 << 31, 1 << 31, 0], [1 << 31, 1 << 31],
    ])
    func refused(dimensions: [Int]) {
        #expect(Shape(dimensions) == nil)
    }

    /// Strides and 16-byte elements of the largest shapes fit.
    @Test(arguments: [[1 << 24, 1 << 24], [0, 1 << 24, 1 << 24], [1 << 24, 0, 1 << 24]])
    func largest(dimensions: [Int]) throws {
        let shape = try shape(dimensions)
        #expect(shape.strides.allSatisfy { $0 <= 1 << 48 })
        #expect(ElementType.complex128.byteCount(of: shape.elementCount) != nil)
    }
}
