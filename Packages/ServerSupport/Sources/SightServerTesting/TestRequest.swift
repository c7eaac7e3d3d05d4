public import Foundation

#if canImport(FoundationNetworking)
    public import FoundationNetworking
#endif

/// An HTTP request of a test.
public struct TestRequest: Sendable {
    private let method: String
    private let address: String
    private let body: Data?
    private let headers: [String: String]

    /// Makes a request.
    public init(
        _ method: String, _ address: String, body: Data? = nil, headers: [String: String] = [:]
    ) {
        self.method = method
        self.address = address
        self.body = body
        self.headers = headers
    }

    /// Sends the request and returns the whole answer, with header names in lower case.
    public func send(by session: URLSession) async throws
        -> (status: Int, body: Data, headers: [String: String])
    {
        guard let url = URL(string: address) else { throw URLError(.badURL) }
        var request = URLRequest(url: url, timeoutInterval: 120)
        request.httpMethod = method
        request.httpBody = body
        for (name, value) in headers { request.setValue(value, forHTTPHeaderField: name) }
        let (data, response) = try await session.data(for: request)
        guard let response = response as? HTTPURLResponse else {
            throw URLError(.badServerResponse)
        }
        var fields: [String: String] = [:]
        for (name, value) in response.allHeaderFields {
            fields["\(name)".lowercased()] = "\(value)"
        }
        return (response.statusCode, data, fields)
    }
}
