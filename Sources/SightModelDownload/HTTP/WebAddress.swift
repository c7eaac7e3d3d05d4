package import Foundation
package import SightModels

/// Addresses put together from parts.
package enum WebAddress {
    /// A path, with what may follow it, below a base address.
    ///
    /// - Throws: `ModelDeliveryError` with code `invalidArgument` when that is no address.
    package static func make(_ base: URL, _ path: String) throws(ModelDeliveryError) -> URL {
        var text = base.absoluteString
        while text.hasSuffix("/") { text.removeLast() }
        guard let url = URL(string: text + path) else {
            // The query may contain a key.
            let shown = text + path.prefix { $0 != "?" }
            throw ModelDeliveryError(.invalidArgument, "\"\(shown)\" is no address")
        }
        return url
    }

    /// A part of a path; nothing in it can lead elsewhere.
    ///
    /// - Throws: `ModelDeliveryError` with code `invalidArgument` for `.` and `..`.
    package static func segment(_ text: String) throws(ModelDeliveryError) -> String {
        guard text != ".", text != ".." else {
            throw ModelDeliveryError(.invalidArgument, "\"\(text)\" cannot be part of an address")
        }
        return escaped(text)
    }

    /// A text with everything escaped that has a meaning in addresses.
    package static func escaped(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: harmless) ?? ""
    }

    private static let harmless = CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.~")
}
