extension String {
    /// The text with the characters that control a terminal as `\u{1b}`, so that it only shows them.
    ///
    /// These are control characters, ends of lines and paragraphs, and invisible characters such as
    /// those that reverse the direction of writing.
    package var visible: String {
        unicodeScalars.map { scalar in
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator:
                "\\u{\(String(scalar.value, radix: 16))}"
            default: String(scalar)
            }
        }.joined()
    }
}
