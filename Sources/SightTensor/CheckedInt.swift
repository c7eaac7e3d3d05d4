/// An integer computed from numbers of a file or a request: overflow makes it unknown, not a trap.
///
/// A result computed from an unknown number is unknown, too, so a formula is checked once, at its
/// end.
/// ```swift
/// guard let end = (CheckedInt(count) * CheckedInt(step) + 1).value else { throw … }
/// ```
package struct CheckedInt: Hashable, Sendable, ExpressibleByIntegerLiteral {
    /// The number; `nil` when it, or one that it was computed from, does not fit an `Int`.
    package let value: Int?

    /// A known number.
    package init(_ value: Int) { self.value = value }

    /// A number of any width; unknown when it does not fit.
    package init(exactly value: some BinaryInteger) { self.value = Int(exactly: value) }

    /// A real number of a file, such as a time, rounded to the nearest; unknown when it does not
    /// fit.
    package init(rounding value: Double) { self.value = Int(exactly: value.rounded()) }

    /// A known number.
    package init(integerLiteral value: Int) { self.value = value }

    private init(_ result: (partialValue: Int, overflow: Bool)?) {
        value = result.flatMap { $0.overflow ? nil : $0.partialValue }
    }

    /// The sum.
    package static func + (a: CheckedInt, b: CheckedInt) -> CheckedInt {
        combine(a, b) { $0.addingReportingOverflow($1) }
    }

    /// The difference.
    package static func - (a: CheckedInt, b: CheckedInt) -> CheckedInt {
        combine(a, b) { $0.subtractingReportingOverflow($1) }
    }

    /// The product.
    package static func * (a: CheckedInt, b: CheckedInt) -> CheckedInt {
        combine(a, b) { $0.multipliedReportingOverflow(by: $1) }
    }

    /// The quotient, rounded towards zero; unknown for a divisor of 0.
    package static func / (a: CheckedInt, b: CheckedInt) -> CheckedInt {
        combine(a, b) { $0.dividedReportingOverflow(by: $1) }
    }

    private static func combine(
        _ a: CheckedInt, _ b: CheckedInt,
        _ operation: (Int, Int) -> (partialValue: Int, overflow: Bool)
    ) -> CheckedInt {
        guard let a = a.value, let b = b.value else { return CheckedInt(nil) }
        return CheckedInt(operation(a, b))
    }
}
