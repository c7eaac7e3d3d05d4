/// Strings known by numbers: equal strings have one number, the empty string has 0.
///
/// It hashes by itself: to copy a dictionary keyed by bytes would cost each start of a program a
/// search for conformances.
package struct StringTable: Sendable {
    /// All but the empty one, which most models never need more than.
    private var strings: [[UInt8]] = []
    /// A number, or 0 for none, where its string's hash leads or behind it; a power of two of
    /// places, half of them free at least.
    private var places: [UInt32] = []

    /// A table of the empty string alone.
    package init() {}

    /// How many strings have numbers, which count from 0.
    package var count: Int { strings.count + 1 }

    /// The string of a number; `nil` when there is none.
    package subscript(number: Int) -> [UInt8]? {
        if number == 0 { return [] }
        return strings.indices.contains(number - 1) ? strings[number - 1] : nil
    }

    /// The number of a string that is there.
    package func number(of string: [UInt8]) -> UInt32? {
        if string.isEmpty { return 0 }
        guard !places.isEmpty else { return nil }
        let number = places[place(of: string)]
        return number == 0 ? nil : number
    }

    /// The number of a string, which is added when it is new.
    package mutating func add(_ string: [UInt8]) -> UInt32 {
        if let number = number(of: string) { return number }
        if places.count < 2 * count { grow() }
        let number = UInt32(truncatingIfNeeded: count)
        places[place(of: string)] = number
        strings.append(string)
        return number
    }

    /// Where a string's number is, or the free place for it.
    private func place(of string: [UInt8]) -> Int {
        var hasher = Hasher()
        string.withUnsafeBytes { hasher.combine(bytes: $0) }
        var place = hasher.finalize() & (places.count - 1)
        while places[place] != 0, strings[Int(places[place]) - 1] != string {
            place = (place + 1) & (places.count - 1)
        }
        return place
    }

    private mutating func grow() {
        places = [UInt32](repeating: 0, count: max(16, 2 * places.count))
        for (index, string) in strings.enumerated() {
            places[place(of: string)] = UInt32(truncatingIfNeeded: index + 1)
        }
    }
}
