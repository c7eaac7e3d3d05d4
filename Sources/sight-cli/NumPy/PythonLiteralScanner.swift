/// A value in an `.npy` header.
enum PythonLiteral: Equatable {
    case string(String)
    case boolean(Bool)
    case tuple([Int])
    /// Any other value, such as the list of a structured type.
    case other
}

/// Reads the small part of Python's literals that `.npy` headers use.
struct PythonLiteralScanner {
    private var rest: Substring.UTF8View

    init(_ text: String) { rest = Substring(text).utf8 }

    /// Reads `{'key': value, …}`, with nothing but white space after it.
    mutating func dictionary() throws(NPYError) -> [String: PythonLiteral] {
        var fields: [String: PythonLiteral] = [:]
        try expect("{")
        while !take("}") {
            guard case .string(let key) = try value() else {
                throw NPYError("a key of the header is not a string")
            }
            try expect(":")
            guard fields.updateValue(try value(), forKey: key) == nil else {
                throw NPYError("the header has the key '\(key)' twice")
            }
            guard take(",") else {
                try expect("}")
                break
            }
        }
        skipSpace()
        guard rest.isEmpty else { throw NPYError("text follows the header's dictionary") }
        return fields
    }

    private mutating func value() throws(NPYError) -> PythonLiteral {
        skipSpace()
        switch rest.first {
        case UInt8(ascii: "'"), UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "("): return .tuple(try tuple())
        case UInt8(ascii: "["): throw NPYError("structured arrays are not supported")
        default:
            if take("True") { return .boolean(true) }
            if take("False") { return .boolean(false) }
            throw NPYError("the header holds a value that is not a string, Boolean or tuple")
        }
    }

    private mutating func string() throws(NPYError) -> String {
        let quote = rest.removeFirst()
        guard let end = rest.firstIndex(of: quote), !rest[..<end].contains(UInt8(ascii: "\\"))
        else { throw NPYError("a string of the header does not end or has an escape") }
        defer { rest = rest[rest.index(after: end)...] }
        return String(decoding: rest[..<end], as: UTF8.self)
    }

    private mutating func tuple() throws(NPYError) -> [Int] {
        var extents: [Int] = []
        try expect("(")
        while !take(")") {
            extents.append(try integer())
            guard take(",") else {
                try expect(")")
                break
            }
        }
        return extents
    }

    private mutating func integer() throws(NPYError) -> Int {
        skipSpace()
        let digits = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        let text = String(decoding: digits, as: UTF8.self)
        guard let value = Int(text) else {
            throw NPYError("'\(text)' in the shape is not a valid extent")
        }
        rest = rest.dropFirst(digits.count)
        _ = take("L")  // Python 2 wrote long integers with this suffix.
        return value
    }

    // MARK: Tokens

    private mutating func skipSpace() {
        rest = rest.drop { $0 == 0x20 || (0x09...0x0D).contains($0) }
    }

    private mutating func take(_ token: StaticString) -> Bool {
        skipSpace()
        let token = "\(token)".utf8
        guard rest.starts(with: token) else { return false }
        rest = rest.dropFirst(token.count)
        return true
    }

    private mutating func expect(_ token: StaticString) throws(NPYError) {
        guard take(token) else { throw NPYError("the header lacks a '\(token)'") }
    }
}
