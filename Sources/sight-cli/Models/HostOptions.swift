import ArgumentParser
import Foundation

/// The address and the token of the host that a command manages.
struct HostOptions: ParsableArguments {
    @Option(
        help: "The host's address; if absent, that in the environment variable SIGHT_MODEL_HOST.")
    var host: String?
    @Option(
        help:
            "The admin token; the environment variable SIGHT_HOST_TOKEN keeps it out of the list of processes."
    )
    var token: String?

    /// Returns a connection to the host, which is made with the first request.
    ///
    /// - Throws: ``CommandError`` with code `usage` if the address or the token is missing, or the
    ///   address is not one.
    func connection() throws(CommandError) -> HostConnection {
        let environment = ProcessInfo.processInfo.environment
        guard let text = host ?? environment["SIGHT_MODEL_HOST"], !text.isEmpty else {
            throw CommandError(
                .usage,
                "no host: give its address in --host or SIGHT_MODEL_HOST, such as https://models.example.com"
            )
        }
        guard let url = URL(string: text), url.host != nil else {
            throw CommandError(
                .usage,
                "the host \"\(text)\" is not an address, such as https://models.example.com")
        }
        guard let token = token ?? environment["SIGHT_HOST_TOKEN"], !token.isEmpty else {
            throw CommandError(.usage, "no admin token: give it in SIGHT_HOST_TOKEN or --token")
        }
        return HostConnection(base: url, token: token)
    }
}
