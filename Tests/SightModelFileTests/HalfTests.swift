import SightModelFile
import Testing

/// Conversions to binary16 and back.
@Suite struct HalfTests {
    /// Every binary16 number survives, and so do its neighbors on both sides up to half a unit.
    @Test func roundsToNearest() {
        for bits in 0..<(0x7C00 as UInt16) {
            let (value, next) = (Half.float(bits), Half.float(bits + 1))
            #expect(Half.bits(value) == bits && Half.bits(-value) == bits | 0x8000)
            // The float before infinity has the middle 65,520.
            let middle = next.isFinite ? (value + next) / 2 : 65_520
            let even = bits % 2 == 0 ? bits : bits + 1
            #expect(Half.bits(middle) == even)
            #expect(Half.bits(middle.nextDown) == bits && Half.bits(middle.nextUp) == bits + 1)
        }
    }

    @Test func specialNumbers() {
        #expect(Half.bits(.infinity) == 0x7C00 && Half.bits(-.greatestFiniteMagnitude) == 0xFC00)
        #expect(Half.bits(-0.0) == 0x8000 && Half.bits(.leastNonzeroMagnitude) == 0)
        #expect(Half.float(Half.bits(.nan)).isNaN && Half.float(Half.bits(.signalingNaN)).isNaN)
    }
}
