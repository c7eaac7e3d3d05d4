/// A request to run a model once.
package struct InferRequest: Equatable, Sendable {
    /// An output that is asked for.
    package struct Output: Equatable, Sendable {
        /// The output's name.
        package var name: String
        /// Whether its elements go as bytes after the JSON; `nil` for the request's own wish.
        package var isBinary: Bool?

        /// Asks for an output.
        package init(name: String, isBinary: Bool? = nil) {
            self.name = name
            self.isBinary = isBinary
        }
    }

    /// The model's name; over REST it is in the path.
    package var model = ""
    /// The model's version; empty for the newest.
    package var version = ""
    /// What the client calls the request; empty for nothing.
    package var id = ""
    /// The model's inputs.
    package var inputs: [InferTensor] = []
    /// The outputs that are asked for; all when empty.
    package var outputs: [Output] = []
    /// Whether outputs go as bytes after the JSON where they do not say otherwise.
    package var prefersBinary = false
    /// Microseconds after which nobody waits any more; `nil` for the server's own limit.
    package var timeout: Int?

    /// Bytes of elements that were made of text or of numbers one by one.
    package private(set) var decodedByteCount = 0

    /// Most inputs and most outputs of a request: models have a dozen.
    private static let portLimit = 1024

    /// Makes an empty request.
    package init() {}

    /// Refuses a request that names more inputs or outputs than any model has.
    static func checkCount(_ count: Int, _ what: String) throws(ProtocolError) {
        guard count <= portLimit else {
            throw ProtocolError("more than \(portLimit) \(what)")
        }
    }

    /// Counts elements that take memory of their own besides the request's.
    mutating func noteDecoded(_ bytes: ArraySlice<UInt8>) { decodedByteCount += bytes.count }
}
