/// The font of labels: lines of even thickness, designed for Sight.
///
/// ASCII characters have glyphs, accented Latin letters lose their accents, and all other
/// characters become a box.
enum StrokeFont {
    /// The height of capitals in font units.
    static let capHeight: Float = 8
    /// The depth of the ink below the baseline in font units.
    static let descent: Float = 2.6
    /// The space between the ink of two characters in font units.
    static let spacing: Float = 2.1

    /// Returns the glyphs of a text in the order in which they are drawn.
    static func glyphs(_ text: String) -> [StrokeGlyph] {
        text.flatMap { character -> [StrokeGlyph] in
            if let glyph = table[character] { return [glyph] }
            if character.isWhitespace { return table[" "].map { [$0] } ?? [] }
            let spelled = transliterated(character)
            return spelled.isEmpty ? [box] : spelled.compactMap { table[$0] }
        }
    }

    /// Returns the width of a text's ink in font units.
    static func width(_ text: String) -> Float {
        let widths = glyphs(text).map(\.width)
        return widths.reduce(0, +) + spacing * Float(max(0, widths.count - 1))
    }

    private static let table: [Character: StrokeGlyph] = descriptions.mapValues {
        StrokeGlyph(width: $0.width, description: $0.strokes)
    }

    /// The glyph for characters that have none of their own.
    private static let box = StrokeGlyph(width: 4.4, description: "0,0 4.4,0 4.4,8 0,8 0,0")

    private static func transliterated(_ character: Character) -> String {
        for (letters, plain) in accented where letters.contains(character) { return plain }
        return ""
    }

    private static let accented: [(letters: String, plain: String)] = [
        ("ÀÁÂÃÅĀĂĄ", "A"), ("Ä", "Ae"), ("Æ", "AE"), ("ÇĆĈĊČ", "C"), ("ÐĎĐ", "D"),
        ("ÈÉÊËĒĔĖĘĚ", "E"),
        ("ĜĞĠĢ", "G"), ("ÌÍÎÏĨĪĬĮİ", "I"), ("Ł", "L"), ("ÑŃŅŇ", "N"), ("ÒÓÔÕØŌŎŐ", "O"),
        ("Ö", "Oe"),
        ("Œ", "OE"), ("ŔŖŘ", "R"), ("ŚŜŞŠȘ", "S"), ("ŢŤȚ", "T"), ("ÙÚÛŨŪŬŮŰŲ", "U"), ("Ü", "Ue"),
        ("ÝŶŸ", "Y"), ("ŹŻŽ", "Z"), ("àáâãåāăą", "a"), ("ä", "ae"), ("æ", "ae"), ("çćĉċč", "c"),
        ("ðďđ", "d"), ("èéêëēĕėęě", "e"), ("ĝğġģ", "g"), ("ìíîïĩīĭįı", "i"), ("ł", "l"),
        ("ñńņň", "n"), ("òóôõøōŏő", "o"), ("ö", "oe"), ("œ", "oe"), ("ŕŗř", "r"), ("śŝşšș", "s"),
        ("ß", "ss"), ("ţťț", "t"), ("ùúûũūŭůűų", "u"), ("ü", "ue"), ("ýŷÿ", "y"), ("źżž", "z"),
        ("‘’‚", "'"), ("“”„«»", "\""), ("–—−", "-"), ("…", "..."), ("×", "x"), ("·•", "."),
    ]
}
