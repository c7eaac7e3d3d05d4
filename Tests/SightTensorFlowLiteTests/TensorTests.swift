import SightTensorFlowLite
import Testing

@Suite struct TensorTests {
    @Test func shapes() {
        let shape = Tensor.Shape([1, 2, 3])
        #expect(shape.rank == 3)
        #expect(shape.dimensions == [1, 2, 3])
        #expect(shape == Tensor.Shape(1, 2, 3))
        #expect(shape == [1, 2, 3])
        #expect(shape != [1, 2])
        #expect(Tensor.Shape([]).rank == 0)
        #expect(Set([shape, [1, 2, 3]]).count == 1)
    }
}
