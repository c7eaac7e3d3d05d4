import Foundation

/// A horizontal bar chart as an SVG image, with labels to the left and values at the bars' ends.
package struct BarChart: Sendable {
    /// One bar.
    package struct Bar: Sendable {
        /// The text to the left of the bar.
        package let label: String
        /// The bar's length; a number that is not positive and finite gives no bar.
        package let value: Double
        /// The text to the right of the bar.
        package let caption: String

        /// Creates a bar.
        package init(label: String, value: Double, caption: String) {
            self.label = label
            self.value = value
            self.caption = caption
        }
    }

    private let title: String
    private let subtitle: String
    private let bars: [Bar]

    /// Creates a chart, with the bars from top to bottom in the given order.
    package init(title: String, subtitle: String, bars: [Bar]) {
        self.title = title
        self.subtitle = subtitle
        self.bars = bars
    }

    // Lengths are in pixels. Text is set in 13 px of the system's sans-serif, whose letters are
    // about 7 px wide.
    private static let rowHeight = 24
    private static let barWidth = 420
    private static let top = 64
    private static let margin = 16
    private static let letterWidth = 7
    private static let longestLabel = 48

    /// The image: one self-contained SVG document on white.
    package var svg: String {
        let labels = bars.map { Self.shortened($0.label) }
        let left =
            Self.margin * 2 + (labels.map(\.count).max() ?? 0) * Self.letterWidth
        let captions = (bars.map(\.caption.count).max() ?? 0) * Self.letterWidth
        let texts = max(title.count * 10, subtitle.count * Self.letterWidth) + 2 * Self.margin
        let width = max(left + Self.barWidth + captions + 2 * Self.margin, texts)
        let height = Self.top + bars.count * Self.rowHeight + Self.margin
        var lines =
            [
                SVG.open(width: width, height: height)
            ] + SVG.heading(title, subtitle, margin: Self.margin)
        let longest = bars.map(\.value).filter(\.isFinite).max() ?? 0
        for (row, bar) in bars.enumerated() {
            let y = Self.top + row * Self.rowHeight
            let length = Self.length(bar.value, of: longest)
            lines.append(
                SVG.text(
                    labels[row], x: left - Self.margin / 2, y: y + 16,
                    ##"text-anchor="end" fill="#1a1a1a""##))
            lines.append(
                ##"<rect x="\##(left)" y="\##(y + 3)" width="\##(length)" "##
                    + ##"height="\##(Self.rowHeight - 6)" rx="2" fill="#2f6fb0"/>"##)
            lines.append(
                SVG.text(bar.caption, x: left + Int(length) + 6, y: y + 16, ##"fill="#333333""##))
        }
        return (lines + ["</svg>"]).joined(separator: "\n") + "\n"
    }

    private static func length(_ value: Double, of longest: Double) -> Double {
        guard value.isFinite, value > 0, longest > 0 else { return 0 }
        return (value / longest * Double(barWidth) * 10).rounded() / 10
    }

    private static func shortened(_ label: String) -> String {
        label.count <= longestLabel ? label : label.prefix(longestLabel - 1) + "…"
    }
}
