public import SightImage

/// Reads pictures: finds the format, checks limits, decodes.
public struct ImageDecoder: Sendable {
    /// Every codec of this build, asked in this order; the one line to add a codec.
    public static let `default` = ImageDecoder(codecs: builtin)

    /// The most bytes that ``ImageCodec/recognizes(_:)`` gets to see.
    public static let prefixLength = 32

    /// The codecs, asked in this order.
    public var codecs: [any ImageCodec]
    /// What may be decoded.
    public var limits: DecodeLimits

    /// Makes a decoder.
    public init(codecs: [any ImageCodec], limits: DecodeLimits = DecodeLimits()) {
        self.codecs = codecs
        self.limits = limits
    }

    /// Decodes a picture from memory.
    ///
    /// - Parameters:
    ///   - bytes: a whole file.
    ///   - minimumSize: pixels that both sides must keep; a photo may then be decoded at a
    ///     reduced scale, several times faster. `nil` for the full size.
    /// - Returns: stored pixels and how to turn them.
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
            "not an image Sight can read (\(Self.start(of: prefix))); \(readable) are")
    }

    /// Decodes a picture from memory; see ``decode(_:minimumSize:)-(RawSpan,_)``.
    public func decode(
        _ bytes: [UInt8], minimumSize: Int? = nil
    ) throws(ImageError) -> DecodedImage {
        try decode(bytes.span.bytes, minimumSize: minimumSize)
    }

    /// Decodes a picture from a file.
    ///
    /// - Parameters:
    ///   - path: the file.
    ///   - minimumSize: pixels that both sides must keep; `nil` for the full size.
    /// - Returns: stored pixels and how to turn them.
    /// - Throws: `unreadable`, and everything that decoding from memory throws; the message
    ///   starts with the path.
    public func decode(
        contentsOf path: String, minimumSize: Int? = nil
    ) throws(ImageError) -> DecodedImage {
        do throws(ImageError) {
            let bytes = try FileReader.read(path, maximumBytes: limits.maximumFileBytes)
            return try decode(bytes, minimumSize: minimumSize)
        } catch {
            throw error.naming(path)
        }
    }

    /// "JPEG, PNG and GIF".
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
