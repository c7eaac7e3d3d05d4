extension DefaultStringInterpolation {
    /// Appends a number.
    ///
    /// Without this method, the compiler puts the steps of the generic one into each message.
    @inline(never)
    package mutating func appendInterpolation(_ value: Int) { appendLiteral(value.description) }

    /// Appends numbers in brackets.
    @inline(never)
    package mutating func appendInterpolation(_ values: [Int]) { appendLiteral(values.description) }
}
