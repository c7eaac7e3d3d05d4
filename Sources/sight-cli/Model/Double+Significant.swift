extension Double {
    /// The number rounded to six significant decimal digits, as measurements and tables have them.
    var significant: Double { Double(asNumber) ?? self }
}
