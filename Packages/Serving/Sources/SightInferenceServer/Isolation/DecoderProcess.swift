import Metrics
import Sight
import SightImageIO
import SightServerSupport

/// Decodes images in a child process, which is used for many images.
///
/// An image that makes the child crash, loop or allocate too much memory is refused, and the next
/// image gets a new child. Use a decoder process from one thread.
package final class DecoderProcess: ImageDecoding {
    /// The images after which a child is replaced, so that leaks of a library do not add up.
    private static let lifetime = 1000
    /// The bytes of a pixel in the widest format.
    private static let pixelBytes = 4

    private let program: String
    private let arguments: [String]
    private let limits: DecodeLimits
    private let deadline: Double
    private var child: ChildProcess?
    private var count = 0

    /// Prepares to start children.
    ///
    /// - Parameters:
    ///   - program: the program with the command `work decode`.
    ///   - arguments: the arguments of `program`; `nil` passes those of ``DecoderWork``.
    ///   - limits: the largest images and files.
    ///   - memory: the bytes that a child may allocate; `nil` allows what the largest image of
    ///     `limits` takes.
    ///   - deadline: seconds that one image may take.
    package init(
        program: String, arguments: [String]? = nil, limits: DecodeLimits, memory: Int? = nil,
        deadline: Double
    ) {
        self.program = program
        self.arguments =
            arguments
            ?? DecoderWork(limits: limits, memory: memory ?? Self.memory(limits)).arguments
        self.limits = limits
        self.deadline = deadline
    }

    /// The process identifier of the current child; `nil` without one.
    package var identifier: Int32? { child?.identifier }

    /// Decodes an image.
    ///
    /// - Throws: `ImageError` of the decoder; ``ServeError`` of kind `invalid` if the image ended
    ///   the child, `deadline` if it took too long.
    package func decode(_ file: [UInt8], minimumSize: Int?) throws -> DecodedImage {
        guard file.count <= limits.maximumFileBytes else {
            throw ImageError(
                .tooLarge, "\(file.count) bytes, the limit is \(limits.maximumFileBytes)")
        }
        let reply: (head: DecoderReply, pixels: [UInt8])
        do throws(ChildFailure) { reply = try ask(file, minimumSize) } catch {
            child = nil
            Counter(label: "sight_decoder_failures_total").increment()
            throw Self.error(error)
        }
        return try reply.head.image(reply.pixels)
    }

    private func ask(_ file: [UInt8], _ minimumSize: Int?) throws(ChildFailure) -> (
        DecoderReply, [UInt8]
    ) {
        let child = try ready()
        let deadline = ChildDeadline(in: deadline)
        try child.send(
            DecoderRequest(count: file.count, minimumSize: minimumSize).bytes, by: deadline)
        try child.send(file, by: deadline)
        let length = DecoderReply.length(try child.receive(DecoderReply.lengthBytes, by: deadline))
        guard length <= DecoderReply.maximumLength else {
            throw .tooLong(limit: DecoderReply.maximumLength)
        }
        guard let reply = DecoderReply(try child.receive(length, by: deadline)) else {
            throw .senseless
        }
        guard reply.byteCount <= Self.pixelBytes * limits.maximumPixels else {
            throw .tooLong(limit: Self.pixelBytes * limits.maximumPixels)
        }
        count += 1
        return (reply, try child.receive(reply.byteCount, by: deadline))
    }

    /// Returns the current child, or a new one if it has ended or has decoded enough images.
    private func ready() throws(ChildFailure) -> ChildProcess {
        if let child, child.isWaiting, count < Self.lifetime { return child }
        child = nil
        count = 0
        let new = try ChildProcess(program: program, arguments: arguments)
        child = new
        return new
    }

    private static func error(_ failure: ChildFailure) -> ServeError {
        switch failure {
        case .unstartable: ServeError(.failed, "\(failure)")
        case .late: ServeError(.deadline, "the image cannot be decoded: \(failure)")
        default: ServeError(.invalid, "the image cannot be decoded: \(failure)")
        }
    }

    /// The memory that decoders need: for the pixels, as ``DecodeLimits`` describes, for the file,
    /// and for libraries and threads.
    private static func memory(_ limits: DecodeLimits) -> Int {
        (256 << 20) + 12 * limits.maximumPixels + 2 * limits.maximumFileBytes
    }
}
