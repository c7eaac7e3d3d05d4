import SightTensor
import Testing

@Suite struct CheckedIntTests {
    @Test func fittingNumbersAreKnown() {
        let seven = CheckedInt(7)
        #expect((seven * 6 - 2).value == 40)
        #expect((seven / 2 + .init(exactly: UInt64(9))).value == 12)
        #expect(CheckedInt(rounding: -2.5).value == -3)
    }

    @Test(arguments: [
        CheckedInt(.max) + 1, CheckedInt(.min) - 1, CheckedInt(1 << 32) * CheckedInt(1 << 32),
        CheckedInt(.min) / -1, CheckedInt(5) / 0, CheckedInt(exactly: UInt64.max),
        CheckedInt(rounding: 1e30), CheckedInt(rounding: .nan), CheckedInt(rounding: .infinity),
        CheckedInt(rounding: 9_223_372_036_854_775_808),
    ])
    func othersStayUnknown(number: CheckedInt) {
        #expect(number.value == nil)
        #expect((number - number).value == nil && (0 * number).value == nil)
    }
}
