import SightModelFile

/// The strings that the tensors of a run hold numbers of: the model's constants, then those that
/// inputs and nodes bring.
///
/// Not thread-safe: only operators of one task add strings.
final class StringStore {
    private let constants: StringTable
    private var others = StringTable()

    init(_ constants: StringTable) { self.constants = constants }

    /// The string of a number; the empty string for numbers that stand for none.
    subscript(number: UInt32) -> [UInt8] {
        let number = Int(number)
        return constants[number] ?? others[number - constants.count] ?? []
    }

    /// The number that stands for a string until ``forget()``.
    func number(of string: [UInt8]) -> UInt32 {
        constants.number(of: string)
            ?? UInt32(truncatingIfNeeded: constants.count) + others.add(string)
    }

    /// Forgets all strings but the constants.
    func forget() {
        // The empty string is always there.
        if others.count > 1 { others = StringTable() }
    }
}
