/// Strings with numbers: equal strings have the same number, and the empty string has 0.
///
/// The table does its own hashing: a dictionary keyed by bytes would make each start of a program
/// slower, because Swift would search all libraries for the conformance of its key type.
package struct StringTable: Sendable {
    /// All strings except the empty one; most models have no other.
    private var strings: [[UInt8]] = []
    /// A hash table with linear probing: each place has the number of a string, or 0 if it is free.
    ///
    /// The number of places is a power of two, and at least half of them are free.
    private var places: [UInt32] = []

    /// Creates a table with the empty string alone.
    package init() {}

    /// The number of strings, including the empty one; the strings' numbers count from 0.
    package var count: Int { strings.count + 1 }

    /// The string with a number; `nil` when there is none.
    package subscript(number: Int) -> [UInt8]? {
        if number == 0 { return [] }
        return strings.indices.contains(number - 1) ? strings[number - 1] : nil
    }

    /// Returns the number of a string; `nil` when the table does not have it.
    package func number(of string: [UInt8]) -> UInt32? {
        if string.isEmpty { return 0 }
        guard !places.isEmpty else { return nil }
        let number = places[place(of: string)]
        return number == 0 ? nil : number
    }

    /// Returns the number of a string, and adds the string when it is new.
    package mutating func add(_ string: [UInt8]) -> UInt32 {
        if let number = number(of: string) { return number }
        if places.count < 2 * count { grow() }
        let number = UInt32(truncatingIfNeeded: count)
        places[place(of: string)] = number
        strings.append(string)
        return number
    }

    /// Returns the place of a string's number, or the free place for it.
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
