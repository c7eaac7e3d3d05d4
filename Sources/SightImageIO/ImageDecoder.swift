public import SightImage

/// Decodes image files: finds the format, checks the limits and decodes the pixels.
///
/// A decoder is a value without state and may be used from several threads.
public struct ImageDecoder: Sendable {
    /// A decoder with every codec of this build, in the order in which they are tried.
    public static let `default` = ImageDecoder(codecs: builtin)

    /// The number of bytes that ``ImageCodec/recognizes(_:)`` receives at most.
    public static let prefixLength = 32

    /// The codecs, in the order in which they are tried.
    public var codecs: [any ImageCodec]
    /// The largest images and files that are accepted.
    public var limits: DecodeLimits

    /// Creates a decoder.
    public init(codecs: [any ImageCodec], limits: DecodeLimits = DecodeLimits()) {
        self.codecs = codecs
        self.limits = limits
    }

    /// Decodes an image from memory.
    ///
    /// - Parameters:
    ///   - bytes: a complete file.
    ///   - minimumSize: pixels that both sides must keep, so that a large JPEG may be decoded at a
    ///     reduced size, which is several times faster; `nil` for the full size.
    /// - Returns: the stored pixels and their orientation.
    /// - Throws: `unsupportedFormat`, `damaged`, `tooLarge`, `invalidDimensions`.
    public func decode(
        _ bytes: RawSpan, minimumSize: Int? = nil
    ) throws(ImageError) -> DecodedImage {
        guard bytes.byteCount <= limits.maximumFileBytes else {
            throw ImageError(
                .tooLarge, "\(bytes.byteCount) bytes, the limit is \(limits.maximumFileBytes)")
        }
        let prefix = bytes.extracting(first: Self.prefixLength)
        for codec in codecs where codec.recognizes(prefix) {
            return try codec.decode(bytes, minimumSize: minimumSize, limits: limits)
        }
        throw ImageError(
            .unsupportedFormat,
            "not an image Sight can read (\(Self.start(of: prefix))); \(readable) are"
                + (VideoSignature.matches(prefix)
                    ? "; it is a video: give it to `sight track` or SightVideoIO" : ""))
    }

    /// Decodes an image from memory; see ``decode(_:minimumSize:)-(RawSpan,_)``.
    public func decode(
        _ bytes: [UInt8], minimumSize: Int? = nil
    ) throws(ImageError) -> DecodedImage {
        let slice = bytes[...]  // The span of an array needs iOS 26.
        return try decode(slice.span.bytes, minimumSize: minimumSize)
    }

    /// Decodes an image from a file.
    ///
    /// A pipe or a device is read to its end, for which the call may wait.
    ///
    /// - Parameters:
    ///   - path: the path of the file.
    ///   - minimumSize: pixels that both sides must keep; `nil` for the full size.
    /// - Returns: the stored pixels and their orientation.
    /// - Throws: `unreadable`, and the errors of decoding from memory; the message starts with the
    ///   path.
    public func decode(
        contentsOf path: String, minimumSize: Int? = nil
    ) throws(ImageError) -> DecodedImage {
        try decode(contentsOf: path, minimumSize: minimumSize, mayWait: true)
    }

    /// Decodes an image from a file, which may be a pipe or a device only if the call may wait.
    func decode(
        contentsOf path: String, minimumSize: Int?, mayWait: Bool
    ) throws(ImageError) -> DecodedImage {
        do throws(ImageError) {
            let bytes = try FileReader.read(
                path, maximumBytes: limits.maximumFileBytes, mayWait: mayWait)
            return try decode(bytes, minimumSize: minimumSize)
        } catch {
            throw error.naming(path)
        }
    }

    /// Returns whether the bytes start as a format that this decoder has.
    package func recognizes(_ bytes: [UInt8]) -> Bool {
        let slice = bytes.prefix(Self.prefixLength)
        let prefix = slice.span.bytes
        return codecs.contains { $0.recognizes(prefix) }
    }

    /// The list of formats for messages, such as "JPEG, PNG and GIF".
    private var readable: String {
        let names = codecs.map(\.name)
        guard let last = names.last, names.count > 1 else { return names.first ?? "none" }
        return names.dropLast().joined(separator: ", ") + " and " + last
    }

    private static func start(of prefix: RawSpan) -> String {
        guard prefix.byteCount > 0 else { return "it is empty" }
        let digits = Array("0123456789abcdef")
        var text = "it starts with"
        for offset in 0..<min(prefix.byteCount, 8) {
            let byte = Int(prefix.unsafeLoad(fromByteOffset: offset, as: UInt8.self))
            text += " \(digits[byte >> 4])\(digits[byte & 15])"
        }
        return text
    }
}
