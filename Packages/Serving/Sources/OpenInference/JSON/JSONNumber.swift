/// Checks the numbers of JSON, and converts them to whole numbers.
///
/// Swift itself reads more than JSON allows, such as `01`, `1.`, `0x10` and `inf`.
///
/// - Source: RFC 8259, section 6.
enum JSONNumber {
    private static let minus = UInt8(ascii: "-")
    private static let zero = UInt8(ascii: "0")
    private static let point = UInt8(ascii: ".")

    /// Whether bytes are a number: digits without a leading zero, perhaps after a minus and before
    /// a fraction and an exponent.
    static func isValid(_ word: ArraySlice<UInt8>) -> Bool {
        var rest = word
        if rest.first == minus { rest.removeFirst() }
        if rest.first == zero {
            rest.removeFirst()
        } else if !dropDigits(&rest) {
            return false
        }
        if rest.first == point {
            rest.removeFirst()
            guard dropDigits(&rest) else { return false }
        }
        if let mark = rest.first, isExponent(mark) {
            rest.removeFirst()
            if rest.first == minus || rest.first == UInt8(ascii: "+") { rest.removeFirst() }
            guard dropDigits(&rest) else { return false }
        }
        return rest.isEmpty
    }

    /// Returns the whole number that a valid number stands for, such as `3.0` and `1e2`; `nil`
    /// unless it is exactly a number of the type.
    ///
    /// A floating-point number in between would round integers above 2⁵³.
    static func whole<Value: FixedWidthInteger>(_ word: ArraySlice<UInt8>, as type: Value.Type)
        -> Value?
    {
        let isNegative = word.first == minus
        let parts = (isNegative ? word.dropFirst() : word).split(
            maxSplits: 1, whereSeparator: isExponent)
        let places = (parts.first ?? []).split(separator: point, maxSplits: 1)
        var digits = Array(places.joined())
        var fraction = places.count == 2 ? places[1].count : 0
        while digits.last == zero {
            digits.removeLast()
            fraction -= 1
        }
        if digits.isEmpty { return 0 }
        let exponent = parts.count == 2 ? Int(String(decoding: parts[1], as: UTF8.self)) : 0
        // The digits behind the last one that is not zero: fewer than none is a fraction.
        guard let exponent else { return nil }
        let (zeros, isTooMany) = exponent.subtractingReportingOverflow(fraction)
        guard !isTooMany, (0...20).contains(zeros) else { return nil }
        digits += [UInt8](repeating: zero, count: zeros)
        return Value((isNegative ? "-" : "") + String(decoding: digits, as: UTF8.self))
    }

    private static func isExponent(_ byte: UInt8) -> Bool { byte | 0x20 == UInt8(ascii: "e") }

    /// Removes the digits at the beginning, and returns whether there are any.
    private static func dropDigits(_ bytes: inout ArraySlice<UInt8>) -> Bool {
        let count = bytes.count
        bytes = bytes.drop { (zero...UInt8(ascii: "9")).contains($0) }
        return bytes.count < count
    }
}
