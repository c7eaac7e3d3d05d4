import Foundation
import Sight
import SightImageIO

/// What a child says of an image, before the pixels: the length of JSON in 4 bytes, then JSON.
///
/// It is checked like the image itself was: whatever ended up in the child may have written it.
struct DecoderReply: Codable {
    /// The description of a decoded image; its pixels follow the JSON.
    private struct Image: Codable {
        let width, height, rowBytes: Int
        let channels: Channels
        let orientation: Int
        let sourceWidth, sourceHeight: Float
        let formatName: String
    }

    /// The formats of one plane that decoders give.
    private enum Channels: String, Codable {
        case gray, rgb, rgba, bgra
    }

    /// Why there is no image.
    private struct Refusal: Codable {
        let code, message: String
    }

    private var head: Image?
    private var refusal: Refusal?
    /// Bytes of the pixels, all of one plane.
    private(set) var byteCount = 0

    /// Bytes of the length.
    static let lengthBytes = 4
    /// The longest reply without pixels.
    static let maximumLength = 1 << 16

    /// Reads the length of a reply.
    static func length(_ bytes: [UInt8]) -> Int { bytes.reversed().reduce(0) { $0 << 8 | Int($1) } }

    /// Reads a reply; `nil` for anything else.
    init?(_ bytes: [UInt8]) {
        guard let reply = try? JSONDecoder().decode(Self.self, from: Data(bytes)),
            reply.byteCount >= 0
        else { return nil }
        self = reply
    }

    /// The reply to an image.
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
            formatName: decoded.formatName)
        byteCount = buffer.planes[0].bytes.count
    }

    /// The reply to a file that is no image.
    init(_ error: ImageError) {
        refusal = Refusal(code: error.code.rawValue, message: String(error.message.prefix(4096)))
    }

    /// The reply as bytes, without the pixels.
    func bytes() throws -> [UInt8] {
        let text = try JSONEncoder().encode(self)
        return (0..<Self.lengthBytes).map { UInt8(truncatingIfNeeded: text.count >> (8 * $0)) }
            + text
    }

    /// The image that a reply describes.
    ///
    /// - Throws: the error that the child met, or that of pixels that do not fit.
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
            formatName: head.formatName)
    }

    private static let largestSide = Float(ImageBuffer.maximumSide)
}
