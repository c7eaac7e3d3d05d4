import SightModelFile

/// The strings of a run and their numbers, which string tensors hold: the model's constants, then
/// the strings of inputs and nodes.
///
/// It is not thread-safe: only operators with one task add strings.
final class StringStore {
    private let constants: StringTable
    private var others = StringTable()

    init(_ constants: StringTable) { self.constants = constants }

    /// The string with a number; the empty string if there is none.
    subscript(number: UInt32) -> [UInt8] {
        let number = Int(number)
        return constants[number] ?? others[number - constants.count] ?? []
    }

    /// Returns the number of a string, which is valid until ``forget()``.
    func number(of string: [UInt8]) -> UInt32 {
        constants.number(of: string)
            ?? UInt32(truncatingIfNeeded: constants.count) + others.add(string)
    }

    /// Removes all strings except the constants.
    func forget() {
        // The empty string always exists.
        if others.count > 1 { others = StringTable() }
    }
}
