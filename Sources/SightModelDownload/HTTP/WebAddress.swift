package import Foundation
package import SightModels

/// Builds addresses from parts.
package enum WebAddress {
    /// Returns the address of a path, and anything after it, below a base address.
    ///
    /// - Throws: `ModelDeliveryError` with code `invalidArgument` if the result is not a valid
    ///   address.
    package static func make(_ base: URL, _ path: String) throws(ModelDeliveryError) -> URL {
        var text = base.absoluteString
        while text.hasSuffix("/") { text.removeLast() }
        guard let url = URL(string: text + path) else {
            // The query may contain a key.
            let shown = text + path.prefix { $0 != "?" }
            throw ModelDeliveryError(.invalidArgument, "\"\(shown)\" is not a valid address")
        }
        return url
    }

    /// Returns a text as one segment of a path, escaped so that it cannot lead to another folder.
    ///
    /// - Throws: `ModelDeliveryError` with code `invalidArgument` for `.` and `..`.
    package static func segment(_ text: String) throws(ModelDeliveryError) -> String {
        guard text != ".", text != ".." else {
            throw ModelDeliveryError(.invalidArgument, "\"\(text)\" cannot be part of an address")
        }
        return escaped(text)
    }

    /// Returns a text in which all characters with a meaning in addresses are escaped.
    package static func escaped(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: harmless) ?? ""
    }

    private static let harmless = CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.~")
}
