/// The byte that represents zero in the padding of an image.
enum PaddingByte {
    case constant(UInt8)
    /// The first byte of a tensor, which is only known at run time.
    case first(of: TensorSlot)

    /// The byte if it is known before the run, otherwise `nil`.
    var constant: UInt8? {
        if case .constant(let byte) = self { byte } else { nil }
    }

    /// Returns the byte.
    func value(_ memory: borrowing TensorMemory) -> UInt8 {
        switch self {
        case .constant(let byte): byte
        case .first(let slot): memory[slot].load(as: UInt8.self)
        }
    }
}
