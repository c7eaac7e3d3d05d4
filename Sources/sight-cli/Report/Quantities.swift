import Foundation

extension Int {
    /// The number of bytes with a unit, such as `3.4 MiB`.
    package var asByteCount: String {
        let units = ["KiB", "MiB", "GiB"]
        guard self >= 1024 else { return "\(self) B" }
        var value = Double(self) / 1024
        var unit = 0
        while value >= 1024, unit < units.count - 1 {
            value /= 1024
            unit += 1
        }
        return String(format: "%.1f %@", value, units[unit])
    }
}

extension Double {
    /// The milliseconds with three decimal places, such as `12.345 ms`.
    package var asMilliseconds: String { String(format: "%.3f ms", self) }

    /// The fraction as a percentage, such as `12.3%`.
    package var asShare: String { String(format: "%.1f%%", self * 100) }

    /// The score in 0…1 with three decimal places, such as `0.271`.
    package var asScore: String { String(format: "%.3f", self) }

    /// The number with six significant digits.
    package var asNumber: String { String(format: "%.6g", self) }
}
