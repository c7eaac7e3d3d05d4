extension DefaultStringInterpolation {
    /// Appends the extents of a shape in brackets.
    ///
    /// Without this method, the compiler puts the steps of the generic one into each message.
    @inline(never)
    package mutating func appendInterpolation(_ shape: Shape) { appendLiteral(shape.description) }

    /// Appends the name of an element type.
    @inline(never)
    package mutating func appendInterpolation(_ type: ElementType) {
        appendLiteral(type.description)
    }
}
