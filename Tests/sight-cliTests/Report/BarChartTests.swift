import Foundation
import Testing
import sight_cli

#if canImport(FoundationXML)
    import FoundationXML
#endif

@Suite struct BarChartTests {
    private static func isWellFormed(_ text: String) -> Bool {
        XMLParser(data: Data(text.utf8)).parse()
    }

    @Test func hostileTextStaysWellFormed() {
        let chart = BarChart(
            title: "<script>&\u{0}\u{FFFF}", subtitle: "a]]>b",
            bars: [
                .init(label: "\"quoted\" <b>", value: 1, caption: "1 & 2"),
                .init(label: "not a number", value: .nan, caption: ""),
                .init(label: "endless", value: .infinity, caption: "∞"),
                .init(label: String(repeating: "long ", count: 40), value: -1, caption: "−1"),
            ])
        #expect(Self.isWellFormed(chart.svg))
        #expect(!chart.svg.contains("<script>"))
        #expect(!chart.svg.contains("nan\""))
    }

    @Test func theLongestBarFillsTheWidth() {
        let chart = BarChart(
            title: "t", subtitle: "s",
            bars: [
                .init(label: "a", value: 2, caption: "2"),
                .init(label: "b", value: 1, caption: "1"),
            ])
        #expect(chart.svg.contains(#"width="420.0""#))
        #expect(chart.svg.contains(#"width="210.0""#))
    }

    @Test func noBarsMakeAPicture() {
        #expect(Self.isWellFormed(BarChart(title: "t", subtitle: "s", bars: []).svg))
    }
}
