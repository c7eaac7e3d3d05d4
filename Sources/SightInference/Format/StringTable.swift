/// Strings known by numbers: equal strings have one number, the empty string has 0.
struct StringTable: Sendable {
    private var strings: [[UInt8]] = [[]]
    private var numbers: [[UInt8]: UInt32] = [[]: 0]

    /// How many strings have numbers, which count from 0.
    var count: Int { strings.count }

    /// The string of a number; `nil` when there is none.
    subscript(number: Int) -> [UInt8]? {
        strings.indices.contains(number) ? strings[number] : nil
    }

    /// The number of a string that is there.
    func number(of string: [UInt8]) -> UInt32? { numbers[string] }

    /// The number of a string, which is added when it is new.
    mutating func add(_ string: [UInt8]) -> UInt32 {
        if let number = numbers[string] { return number }
        let number = UInt32(truncatingIfNeeded: strings.count)
        strings.append(string)
        numbers[string] = number
        return number
    }
}
