package import Foundation

/// One line of a batch's list.
package struct BatchEntry: Sendable {
    /// The input of a line: a path, or the bytes of an image.
    package enum Content: Equatable, Sendable {
        case path(String)
        case bytes([UInt8])
        /// A line that cannot be used, with the reason.
        case unusable(String)
    }

    /// The number of the line in the list, from 1.
    package let line: Int
    /// The identifier of the answer; `nil` if the line has none.
    package let id: BatchIdentifier?
    /// The input.
    package let content: Content

    private struct Object: Decodable {
        var id: GivenIdentifier?
        var path: String?
        var image: String?
    }

    /// Reads a line without its newline; `nil` for an empty one, which is not an input.
    ///
    /// - Parameters:
    ///   - line: the bytes; `nil` for a line that is too long for ``LineReader``.
    ///   - number: the number of the line, from 1.
    package init?(_ line: Data?, number: Int) {
        self.line = number
        guard let line else {
            id = nil
            content = .unusable(
                "line \(number) has more than \(LineReader.maximumByteCount) bytes")
            return
        }
        guard let text = String(data: line, encoding: .utf8) else {
            id = nil
            content = .unusable("line \(number) is not UTF-8")
            return
        }
        guard !text.allSatisfy(\.isWhitespace) else { return nil }
        guard text.hasPrefix("{") else {
            id = .text(text)
            content = .path(text)
            return
        }
        guard let object = try? JSONDecoder().decode(Object.self, from: line) else {
            id = nil
            content = .unusable(
                "line \(number) is not a JSON object with \"id\" and \"path\" or \"image\"")
            return
        }
        switch object.id {
        case .usable(let given)?: id = given
        case .unusable(let text)?:
            id = nil
            let name = text.map { "the id \($0)" } ?? "the id"
            content = .unusable(
                "line \(number): \(name) is neither a string nor an integer of up to 64 bits")
            return
        case nil: id = object.path.map { .text($0) }
        }
        content = Self.content(of: object, number: number)
    }

    private static func content(of object: Object, number: Int) -> Content {
        switch (object.path, object.image) {
        case (let path?, nil): return .path(path)
        case (nil, let image?):
            guard let bytes = Data(base64Encoded: image) else {
                return .unusable("line \(number): \"image\" is not Base64")
            }
            return .bytes(Array(bytes))
        case (nil, nil): return .unusable("line \(number) has neither \"path\" nor \"image\"")
        case (_?, _?): return .unusable("line \(number) has both \"path\" and \"image\"")
        }
    }

    /// The path for the answer's `file`; `nil` if the line has none.
    package var path: String? {
        if case .path(let path) = content { path } else { nil }
    }
}
