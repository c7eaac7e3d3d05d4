/// A request to run a model once.
package struct InferRequest: Equatable, Sendable {
    /// A requested output.
    package struct Output: Equatable, Sendable {
        /// The output's name.
        package var name: String
        /// Whether its elements follow the JSON as bytes; `nil` uses ``prefersBinary``.
        package var isBinary: Bool?

        /// Makes a requested output.
        package init(name: String, isBinary: Bool? = nil) {
            self.name = name
            self.isBinary = isBinary
        }
    }

    /// The model's name; over REST it is in the path.
    package var model = ""
    /// The model's version; empty for the newest.
    package var version = ""
    /// The client's identifier of the request; may be empty.
    package var id = ""
    /// The model's inputs.
    package var inputs: [InferTensor] = []
    /// The requested outputs; empty requests all.
    package var outputs: [Output] = []
    /// Whether the elements of outputs follow the JSON as bytes by default.
    package var prefersBinary = false
    /// The client's timeout in microseconds; `nil` uses the server's limit alone.
    package var timeout: Int?

    /// Bytes of elements that were decoded from strings or single numbers.
    package private(set) var decodedByteCount = 0

    /// The limit for the inputs and for the outputs of a request; models have a dozen.
    private static let portLimit = 1024

    /// Makes an empty request.
    package init() {}

    /// Refuses a request that names more inputs or outputs than any model has.
    static func checkCount(_ count: Int, _ what: String) throws(ProtocolError) {
        guard count <= portLimit else {
            throw ProtocolError("more than \(portLimit) \(what)")
        }
    }

    /// Refuses a parameter of an input or an output that asks for another answer than the service
    /// gives, or for elements that are not in the request.
    ///
    /// - Source: Triton, the extensions "Classification" and "Shared-Memory".
    static func checkPortParameter(_ name: String) throws(ProtocolError) {
        switch name {
        case "classification":
            throw ProtocolError(
                "the extension \"classification\" is not served: ask for the whole output")
        case "shared_memory_region":
            throw ProtocolError(
                "the extension for shared memory is not served: leave out "
                    + "\"shared_memory_region\", and send the elements")
        default: break
        }
    }

    /// Refuses a timeout below zero; zero is none.
    static func checkedTimeout(_ microseconds: Int) throws(ProtocolError) -> Int {
        guard microseconds >= 0 else {
            throw ProtocolError("the timeout \(microseconds) is negative; 0 is none")
        }
        return microseconds
    }

    /// Counts decoded elements, which take memory in addition to the request's bytes.
    mutating func noteDecoded(_ bytes: ArraySlice<UInt8>) { decodedByteCount += bytes.count }
}
