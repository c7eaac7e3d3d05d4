import Testing
import sight_cli

@Suite struct FusionReportTests {
    @Test func longNamesKeepTheirEnds() {
        let name = "ADD #7 \"functional_1/s8_1_relu_1/Relu;functional_1/s8_1_add_1/Add\""
        let short = FusionReport.shortened(name)
        #expect(short == "ADD #7 \"functional_1/s8…al_1/s8_1_add_1/Add\"")
        #expect(short.count == 44)
        let depthwise = "DEPTHWISE_CONV_2D #12 \"MobilenetV2/expanded_conv_4/depthwise/bias\""
        #expect(
            FusionReport.shortened(depthwise) == "DEPTHWISE_CONV_2D #12 \"…nv_4/depthwise/bias\"")
        #expect(FusionReport.shortened("ADD #7 \"sum\"") == "ADD #7 \"sum\"")
    }
}
