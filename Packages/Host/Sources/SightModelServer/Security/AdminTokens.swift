import Foundation
import HTTPTypes

extension HostDatabase {
    /// Makes an admin token, of which only the hash is stored.
    ///
    /// - Parameter label: the name of the token.
    /// - Returns: the token.
    /// - Throws: ``HostError`` with the status `conflict` if a token has this name, because it
    ///   would stop working, or with the status `badRequest` for a name that is not legal; the
    ///   errors of the database.
    package func makeToken(_ label: String) async throws -> String {
        guard HostName.isLegal(label) else {
            throw HostError(
                .badRequest,
                "\"\(label.visible)\" is not a valid name for a token: name its owner, and "
                    + HostName.rule)
        }
        guard try await tokens()[label] == nil else {
            throw HostError(
                .conflict,
                "there is a token \"\(label)\" already; revoke it first, or use another name")
        }
        let token = Secrets.random()
        try await setToken(label, hash: Secrets.hash(token))
        return token
    }

    /// Removes an admin token.
    ///
    /// - Parameter label: the name of the token; earlier hosts accepted any text.
    /// - Throws: ``HostError`` with the status `notFound` if no token has this name; the errors of
    ///   the database.
    package func revokeToken(_ label: String) async throws {
        let labels = try await tokens().keys.sorted()
        guard labels.contains(label) else {
            let names = labels.map { "\"\($0.visible)\"" }.joined(separator: ", ")
            throw HostError(
                .notFound, "there is no token \"\(label.visible)\"; the tokens are \(names)")
        }
        try await deleteToken(label)
    }
}
