import HTTPTypes
import Synchronization

/// The identifier of a request in the log and in its answer.
enum RequestID {
    /// The random start of this process's sequence of identifiers.
    private static let origin = UInt64.random(in: 0...UInt64.max)
    private static let count = Atomic<UInt64>(0)

    /// Returns the client's identifier if it is safe to log, or a new one.
    static func of(_ headers: HTTPFields) -> String { of(headers[.requestID]) }

    /// Returns the client's identifier if it is safe to log, or a new one.
    static func of(_ id: String?) -> String {
        guard let id, isHarmless(id) else { return next() }
        return id
    }

    private static func isHarmless(_ id: String) -> Bool {
        (1...128).contains(id.utf8.count)
            && id.unicodeScalars.allSatisfy {
                switch $0 {
                case "a"..."z", "A"..."Z", "0"..."9", "-", "_", ".", ":": true
                default: false
                }
            }
    }

    /// Returns sixteen digits that are unique in this process and very probably among processes.
    ///
    /// - Source: Steele, Lea and Flood, "Fast Splittable Pseudorandom Number Generators", 2014.
    private static func next() -> String {
        let number = count.wrappingAdd(1, ordering: .relaxed).newValue
        var bits = origin &+ number &* 0x9E37_79B9_7F4A_7C15
        bits = (bits ^ bits >> 30) &* 0xBF58_476D_1CE4_E5B9
        bits = (bits ^ bits >> 27) &* 0x94D0_49BB_1331_11EB
        bits ^= bits >> 31
        return String(unsafeUninitializedCapacity: 16) { digits in
            for place in 0..<16 {
                let digit = UInt8(truncatingIfNeeded: bits >> UInt64(60 - 4 * place)) & 15
                digits[place] = digit < 10 ? 48 + digit : 87 + digit
            }
            return 16
        }
    }
}

extension HTTPField.Name {
    /// The identifier of a request in the log, which the client may set.
    static let requestID = Self("X-Request-Id") ?? .userAgent
    /// The number of bytes of JSON in a body with binary tensors.
    static let headerLength = Self("Inference-Header-Content-Length") ?? .userAgent
}
