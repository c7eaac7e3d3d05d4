/// By which names requests may call the service.
///
/// A web page may give its own name this machine's address (DNS rebinding), and its visitors' browsers
/// then let it read what the service answers. Their requests carry the page's name.
struct HostNames: Sendable {
    /// The names; `nil` for any.
    private let names: Set<String>?

    init(_ settings: ServeSettings) {
        let isOpen = settings.token != nil || !Self.isThisMachine(settings.address)
        names =
            settings.hostNames.isEmpty && isOpen
            ? nil : Set((settings.hostNames + [settings.address]).map { $0.lowercased() })
    }

    /// Whether a request's `Host` is one of the names; what sends none is no browser.
    func take(_ authority: String?) -> Bool {
        guard let names, let authority else { return true }
        let name = Self.name(authority).lowercased()
        return names.contains(name) || Self.isThisMachine(name)
    }

    /// The authority without its port, an IPv6 address without its brackets.
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
    /// The request calls the service by a name that is not its own.
    static let wrongHost = ServeError(
        .unauthorized, "the service does not go by the name in Host; --host-name adds names")
}
