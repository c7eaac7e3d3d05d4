import HTTPTypes
import Synchronization

/// What a request is called in the log and in its answer.
enum RequestID {
    /// Where the numbers of this process began.
    private static let origin = UInt64.random(in: 0...UInt64.max)
    private static let count = Atomic<UInt64>(0)

    /// The client's own name for a request when it is harmless, else a new one.
    static func of(_ headers: HTTPFields) -> String {
        guard let id = headers[.requestID], isHarmless(id) else { return next() }
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

    /// Sixteen digits that no other request of this process has, and hardly one of another.
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
    /// What a request is called in the log; taken over from the client.
    static let requestID = Self("X-Request-Id") ?? .userAgent
    /// How much of a body is JSON where tensors' bytes follow.
    static let headerLength = Self("Inference-Header-Content-Length") ?? .userAgent
}
