import Foundation

/// A date and a time of day in the Gregorian calendar and Coordinated Universal Time (UTC).
struct CivilTime {
    var year: Int
    /// 1 to 12.
    var month: Int
    var day: Int
    var hour: Int
    var minute: Int
    /// 0 to 60; 60 is a leap second.
    var second: Int

    /// The point in time; `nil` if a field is outside of its range.
    ///
    /// - Source: days from a date as in Hinnant, "chrono-Compatible Low-Level Date Algorithms",
    ///   2013, `days_from_civil`.
    var date: Date? {
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        guard (0...9999).contains(year), (1...12).contains(month),
            (1...lengths[month - 1]).contains(day), (0...23).contains(hour),
            (0...59).contains(minute), (0...60).contains(second)
        else { return nil }
        // Years begin in March here, so that a leap day is the last day of its year.
        let shifted = month > 2 ? year : year - 1
        let era = (shifted >= 0 ? shifted : shifted - 399) / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        let days = era * 146_097 + dayOfEra - 719_468
        let seconds = ((days * 24 + hour) * 60 + minute) * 60 + second
        return Date(timeIntervalSince1970: Double(seconds))
    }

    /// Returns the number that a field of ASCII digits spells; `nil` for other characters and for
    /// more than four digits.
    static func number(_ field: some StringProtocol) -> Int? {
        let digits = field.utf8
        guard (1...4).contains(digits.count), digits.allSatisfy({ (48...57).contains($0) }) else {
            return nil
        }
        return digits.reduce(0) { $0 * 10 + Int($1) - 48 }
    }
}
