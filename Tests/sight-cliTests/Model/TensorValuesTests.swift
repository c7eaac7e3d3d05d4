import SightTensor
import Testing
import sight_cli

@Suite struct TensorValuesTests {
    private func values(_ bytes: [UInt8], _ type: ElementType, count: Int) -> [Double]? {
        bytes.withUnsafeBytes {
            TensorValues($0, type, count: count).map { values in (0..<count).map { values[$0] } }
        }
    }

    /// 1, −2, 65504, the smallest subnormal, infinity.
    @Test func halvesAreExact() {
        let bits: [UInt16] = [0x3C00, 0xC000, 0x7BFF, 0x0001, 0x7C00, 0x8000]
        let bytes = bits.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }
        #expect(values(bytes, .float16, count: 6) == [1, -2, 65504, 0x1p-24, .infinity, 0])
        #expect(values([0x01, 0x7C], .float16, count: 1)?.first?.isNaN == true)
    }

    @Test func fourBitNumbersHaveSigns() {
        #expect(values([0x81, 0x07], .int4, count: 3) == [1, -8, 7])
    }

    @Test func stringsAreNoNumbers() {
        #expect(values([], .string, count: 0) == nil)
    }

    @Test func theLargestComeFirst() {
        [UInt8](arrayLiteral: 3, 9, 9, 1).withUnsafeBytes { bytes in
            let values = TensorValues(
                bytes, .uint8, count: 4, quantization: Quantization(scale: 0.5, zeroPoint: 1))
            #expect(values?.largest(3) == [1, 2, 0])
            #expect(values?.largest(9) == [1, 2, 0, 3])
            #expect(values?.range?.least == 1)
            #expect(values?.range?.most == 9)
            #expect(values?.real(9) == 4)
        }
    }

    @Test func notANumberComesLast() {
        [Float.nan, 1].withUnsafeBytes { bytes in
            #expect(TensorValues(bytes, .float32, count: 2)?.largest(2) == [1, 0])
        }
    }

    @Test func noElementsHaveNoRange() {
        [UInt8]().withUnsafeBytes { bytes in
            #expect(TensorValues(bytes, .float32, count: 0)?.range == nil)
            #expect(TensorValues(bytes, .float32, count: 0)?.largest(5) == [])
        }
    }
}
