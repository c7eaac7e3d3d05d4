/// The host names that requests to the service may have.
///
/// A web page may point its own name at this machine's address (DNS rebinding). Its visitors'
/// browsers then let it read the answers of the service, but send the page's name in `Host`.
struct HostNames: Sendable {
    /// The names; `nil` allows any.
    private let names: Set<String>?

    init(_ settings: ServeSettings) {
        let isOpen = settings.token != nil || !Self.isThisMachine(settings.address)
        names =
            settings.hostNames.isEmpty && isOpen
            ? nil : Set((settings.hostNames + [settings.address]).map { $0.lowercased() })
    }

    /// Whether a request's `Host` is one of the names; a client without `Host` is no browser.
    func take(_ authority: String?) -> Bool {
        guard let names, let authority else { return true }
        let name = Self.name(authority).lowercased()
        return names.contains(name) || Self.isThisMachine(name)
    }

    /// The authority without its port, and without the brackets of an IPv6 address.
    private static func name(_ authority: String) -> Substring {
        if authority.hasPrefix("[") { return authority.dropFirst().prefix { $0 != "]" } }
        return authority.prefix { $0 != ":" }
    }

    private static func isThisMachine(_ name: some StringProtocol) -> Bool {
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        return name == "localhost" || name == "::1"
            || (parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil })
    }
}

extension ServeError {
    /// The error for a request whose `Host` is not a name of the service.
    static let wrongHost = ServeError(
        .misdirected, "the service does not go by the name in Host; --host-name adds names")
}
