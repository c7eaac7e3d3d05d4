import Foundation
import Sight
import SightImageIO

/// The header of a decoding child's reply: the length of the JSON in 4 bytes, then the JSON.
///
/// The service does not trust it, because an image may have taken control of the child.
struct DecoderReply: Codable {
    /// The description of a decoded image; its pixels follow the JSON.
    private struct Image: Codable {
        let width, height, rowBytes: Int
        let channels: Channels
        let orientation: Int
        let sourceWidth, sourceHeight: Float
        let formatName: String
        let isDamaged: Bool
    }

    /// The pixel formats with one plane that decoders produce.
    private enum Channels: String, Codable {
        case gray, rgb, rgba, bgra
    }

    /// The reason why there is no image.
    private struct Refusal: Codable {
        let code, message: String
    }

    private var head: Image?
    private var refusal: Refusal?
    /// The bytes of the pixels, which form one plane.
    private(set) var byteCount = 0

    /// The bytes of the length field.
    static let lengthBytes = 4
    /// The size limit of a reply without its pixels, in bytes.
    static let maximumLength = 1 << 16

    /// Decodes the length of a reply.
    static func length(_ bytes: [UInt8]) -> Int { bytes.reversed().reduce(0) { $0 << 8 | Int($1) } }

    /// Decodes a reply; `nil` for malformed bytes.
    init?(_ bytes: [UInt8]) {
        guard let reply = try? JSONDecoder().decode(Self.self, from: Data(bytes)),
            reply.byteCount >= 0
        else { return nil }
        self = reply
    }

    /// Makes the reply for a decoded image.
    init(_ decoded: DecodedImage) {
        let buffer = decoded.buffer
        let channels: Channels? =
            switch buffer.format {
            case .gray8: .gray
            case .rgb8: .rgb
            case .rgba8: .rgba
            case .bgra8: .bgra
            default: nil
            }
        guard let channels else {
            refusal = Refusal(
                code: ImageErrorCode.unsupportedFormat.rawValue,
                message: "\(buffer.format) pixels are not handed over")
            return
        }
        head = Image(
            width: buffer.width, height: buffer.height, rowBytes: buffer.planes[0].rowBytes,
            channels: channels, orientation: decoded.orientation.rawValue,
            sourceWidth: decoded.sourceSize.width, sourceHeight: decoded.sourceSize.height,
            formatName: decoded.formatName, isDamaged: decoded.isDamaged)
        byteCount = buffer.planes[0].bytes.count
    }

    /// Makes the reply for a file that cannot be decoded.
    init(_ error: ImageError) {
        refusal = Refusal(code: error.code.rawValue, message: String(error.message.prefix(4096)))
    }

    /// Returns the reply as bytes, without the pixels.
    func bytes() throws -> [UInt8] {
        let text = try JSONEncoder().encode(self)
        return (0..<Self.lengthBytes).map { UInt8(truncatingIfNeeded: text.count >> (8 * $0)) }
            + text
    }

    /// Makes the image that the reply describes.
    ///
    /// - Throws: the error of the child, or an error if the pixels do not fit the description.
    func image(_ pixels: [UInt8]) throws(ImageError) -> DecodedImage {
        guard let head, let orientation = Orientation(rawValue: head.orientation) else {
            throw ImageError(
                ImageErrorCode(rawValue: refusal?.code ?? ImageErrorCode.damaged.rawValue),
                refusal?.message ?? "the image cannot be decoded: the answer makes no sense")
        }
        let format: PixelFormat =
            switch head.channels {
            case .gray: .gray8
            case .rgb: .rgb8
            case .rgba: .rgba8
            case .bgra: .bgra8
            }
        guard (1...Self.largestSide).contains(head.sourceWidth),
            (1...Self.largestSide).contains(head.sourceHeight)
        else {
            throw ImageError(
                .invalidDimensions, "an image of \(head.sourceWidth)×\(head.sourceHeight) pixels")
        }
        return DecodedImage(
            buffer: try ImageBuffer(
                width: head.width, height: head.height, format: format,
                rowBytes: head.rowBytes, bytes: pixels),
            orientation: orientation,
            sourceSize: Size(width: head.sourceWidth, height: head.sourceHeight),
            formatName: head.formatName, isDamaged: head.isDamaged)
    }

    private static let largestSide = Float(ImageBuffer.maximumSide)
}
