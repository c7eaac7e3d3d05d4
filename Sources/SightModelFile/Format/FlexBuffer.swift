/// The scalars of a FlexBuffer map: the options of custom operators.
///
/// Every offset is checked; values that are not scalars are left out.
/// - Source: FlexBuffers internals: the root is at the end; offsets point backwards; widths of 1,
///   2, 4 or 8 bytes are stored with each type.
package struct FlexBuffer: Sendable {
    /// A scalar of the map.
    private enum Scalar: Sendable {
        case integer(Int64)
        case real(Double)
    }

    /// In file order; of a key that comes twice the last counts.
    ///
    /// No dictionary: the first one of a kind searches all libraries for how its keys are hashed.
    private var entries: [(key: String, scalar: Scalar?)] = []

    /// Most keys read: options have a dozen.
    private static let keyLimit = 1024

    /// Reads the map at the root; empty bytes are an empty map.
    ///
    /// - Throws: ``ModelError`` with code `malformed`.
    package init(_ bytes: UnsafeRawBufferPointer) throws(ModelError) {
        guard !bytes.isEmpty else { return }
        let cursor = FlexCursor(bytes: bytes)
        let end = bytes.count
        let width = Int(try cursor.unsigned(at: end - 1, width: 1))
        let type = Int(try cursor.unsigned(at: end - 2, width: 1))
        guard [1, 2, 4, 8].contains(width), type >> 2 == 9 else {
            throw ModelError(.malformed, "the root of a FlexBuffer is no map (type \(type >> 2))")
        }
        let map = try cursor.target(at: end - 2 - width, width: width)
        try read(map, width: 1 << (type & 3), cursor)
    }

    /// Reads a map: keys and their width lie before its size, types after its values.
    private mutating func read(_ map: Int, width: Int, _ cursor: FlexCursor) throws(ModelError) {
        let count = try cursor.count(try cursor.unsigned(at: map - width, width: width))
        let keyWidth = Int(clamping: try cursor.unsigned(at: map - 2 * width, width: width))
        guard [1, 2, 4, 8].contains(keyWidth), count <= Self.keyLimit else {
            throw ModelError(
                .malformed, "a FlexBuffer map of \(count) keys, \(keyWidth) bytes each")
        }
        let keys = try cursor.target(at: map - 3 * width, width: width)
        // Keys of one map differ, so all together are no longer than the bytes that they lie in.
        var keyBytes = cursor.bytes.count
        for index in 0..<count {
            let key = try cursor.key(
                at: cursor.target(at: keys + index * keyWidth, width: keyWidth), limit: keyBytes)
            keyBytes -= key.utf8.count
            let type = Int(try cursor.unsigned(at: map + count * width + index, width: 1))
            entries.append(
                (key, try scalar(type, at: map + index * width, width: width, cursor)))
        }
    }

    private func scalar(_ key: String) -> Scalar? { entries.last { $0.key == key }?.scalar }

    private func scalar(_ type: Int, at position: Int, width: Int, _ cursor: FlexCursor)
        throws(ModelError) -> Scalar?
    {
        switch type >> 2 {
        case 1: return .integer(try cursor.signed(at: position, width: width))
        case 2, 26:
            return .integer(
                Int64(clamping: try cursor.unsigned(at: position, width: width)))
        case 3: return .real(try cursor.real(at: position, width: width))
        case 6, 7, 8:
            let place = try cursor.target(at: position, width: width)
            return try scalar(((type >> 2) - 5) << 2, at: place, width: 1 << (type & 3), cursor)
        default: return nil
        }
    }

    /// An integer; reals lose their fraction.
    package func int(_ key: String, default value: Int = 0) -> Int {
        switch scalar(key) {
        case .integer(let integer): Int(integer)
        case .real(let real): Self.wholePart(real)
        case nil: value
        }
    }

    /// The whole part of a real, saturated; NaN becomes 0.
    private static func wholePart(_ real: Double) -> Int {
        if let exact = Int(exactly: real.rounded(.towardZero)) { return exact }
        if real.isNaN { return 0 }
        return real < 0 ? .min : .max
    }

    /// A real.
    package func float(_ key: String, default value: Float = 0) -> Float {
        switch scalar(key) {
        case .integer(let integer): Float(integer)
        case .real(let real): Float(real)
        case nil: value
        }
    }

    /// A Boolean: not 0.
    package func bool(_ key: String, default value: Bool = false) -> Bool {
        int(key, default: value ? 1 : 0) != 0
    }
}
