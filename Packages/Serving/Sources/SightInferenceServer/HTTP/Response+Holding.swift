import Hummingbird

extension Response {
    /// The longest body that is written without waiting for its client, in bytes.
    private static let shortLength = 1 << 16

    /// Holds the bytes of the body until the client has taken all but the last of them.
    ///
    /// - Throws: ``ServeError`` of kind `overloaded` if the bytes cannot be held.
    func holding(_ held: HeldBytes) throws(ServeError) -> Response {
        let length = body.contentLength ?? 0
        try held.replace(with: length)
        guard length > Self.shortLength else { return self }
        var response = self
        response.body = ResponseBody(contentLength: length) { [body] writer in
            try await body.write(writer)
            withExtendedLifetime(held) {}
        }
        return response
    }
}
