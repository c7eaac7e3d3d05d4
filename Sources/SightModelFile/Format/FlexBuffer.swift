/// The numbers and the lists of numbers of a FlexBuffer map: the options of custom operators.
///
/// Every offset is checked. Other values are left out.
/// - Source: FlexBuffers internals: the root is at the end; offsets point backwards; widths of 1,
///   2, 4 or 8 bytes are stored with each type.
package struct FlexBuffer: Sendable {
    /// A scalar of the map.
    private enum Scalar: Sendable {
        case integer(Int64)
        case real(Double)
    }

    /// The keys and their numbers, in file order; if a key occurs twice, the last one counts.
    ///
    /// It is not a dictionary: the first dictionary of a type makes Swift search all libraries for
    /// the conformance of the keys, which slows each start.
    private var entries: [(key: String, scalar: Scalar?, list: [Scalar])] = []

    /// The largest number of keys that is read; options have about a dozen.
    private static let keyLimit = 1024

    /// Reads the map at the root; empty bytes give an empty map.
    ///
    /// - Throws: ``ModelError`` with code `malformed`.
    package init(_ bytes: UnsafeRawBufferPointer) throws(ModelError) {
        guard !bytes.isEmpty else { return }
        let cursor = FlexCursor(bytes: bytes)
        let map = try cursor.root(type: 9, called: "map")
        try read(map.place, width: map.width, cursor)
    }

    /// Reads a map: the keys and their width lie before its size, the types lie after its values.
    private mutating func read(_ map: Int, width: Int, _ cursor: FlexCursor) throws(ModelError) {
        let count = try cursor.count(try cursor.unsigned(at: map - width, width: width))
        let keyWidth = Int(clamping: try cursor.unsigned(at: map - 2 * width, width: width))
        guard [1, 2, 4, 8].contains(keyWidth), count <= Self.keyLimit else {
            throw ModelError(
                .malformed, "a FlexBuffer map of \(count) keys, \(keyWidth) bytes each")
        }
        let keys = try cursor.target(at: map - 3 * width, width: width)
        // The keys of a map differ, so all of them together are no longer than the FlexBuffer.
        var keyBytes = cursor.bytes.count
        // Several keys may have the same list, so that the elements of all are limited.
        var elements = cursor.bytes.count
        for index in 0..<count {
            let key = try cursor.key(
                at: cursor.target(at: keys + index * keyWidth, width: keyWidth), limit: keyBytes)
            keyBytes -= key.utf8.count
            let type = Int(try cursor.unsigned(at: map + count * width + index, width: 1))
            let place = map + index * width
            let list = try list(type, at: place, width: width, limit: elements, cursor)
            elements -= list.count
            entries.append((key, try scalar(type, at: place, width: width, cursor), list))
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

    /// Reads the numbers of a list, whose size lies before them; in a list of any values, their
    /// types lie after them.
    private func list(
        _ type: Int, at position: Int, width: Int, limit: Int, _ cursor: FlexCursor
    ) throws(ModelError) -> [Scalar] {
        guard (10...13).contains(type >> 2) else { return [] }
        let start = try cursor.target(at: position, width: width)
        let size = 1 << (type & 3)
        let count = try cursor.count(try cursor.unsigned(at: start - size, width: size))
        guard count <= limit else {
            throw ModelError(.malformed, "the lists of a FlexBuffer have more elements than bytes")
        }
        var numbers: [Scalar] = []
        for index in 0..<count {
            let element =
                type >> 2 == 10
                ? Int(try cursor.unsigned(at: start + count * size + index, width: 1))
                : ((type >> 2) - 10) << 2
            guard let number = try scalar(element, at: start + index * size, width: size, cursor)
            else { return [] }
            numbers.append(number)
        }
        return numbers
    }

    /// Returns the number of a key as an integer; a real number loses its fraction.
    package func int(_ key: String, default value: Int = 0) -> Int {
        scalar(key).map(Self.int) ?? value
    }

    /// Returns the integers of a key's list; none if the key has no list of numbers.
    package func ints(_ key: String) -> [Int] {
        entries.last { $0.key == key }?.list.map(Self.int) ?? []
    }

    private static func int(_ number: Scalar) -> Int {
        switch number {
        case .integer(let integer): Int(integer)
        case .real(let real): wholePart(real)
        }
    }

    /// Returns the whole part of a real number, limited to the range of `Int`; NaN becomes 0.
    private static func wholePart(_ real: Double) -> Int {
        if let exact = Int(exactly: real.rounded(.towardZero)) { return exact }
        if real.isNaN { return 0 }
        return real < 0 ? .min : .max
    }

    /// Returns the number of a key as a real number.
    package func float(_ key: String, default value: Float = 0) -> Float {
        switch scalar(key) {
        case .integer(let integer): Float(integer)
        case .real(let real): Float(real)
        case nil: value
        }
    }

    /// Returns the value of a key as a Boolean: every number except 0 is true.
    package func bool(_ key: String, default value: Bool = false) -> Bool {
        int(key, default: value ? 1 : 0) != 0
    }
}
