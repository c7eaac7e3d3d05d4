import Foundation
import Sight
import SightImage
import SightImageIO

/// A decoded image with its name in reports and the time that decoding took.
struct NamedImage: Sendable {
    let name: String
    let image: VisionImage
    /// Whether the file is cut off or damaged, so that pixels may be missing or wrong.
    let isDamaged: Bool
    let decodeMilliseconds: Double

    /// The field `damaged` of JSON, which only damaged images have.
    var damaged: Bool? { isDamaged ? true : nil }
}

/// Decodes images in order, a few ahead of the one that is being processed.
struct DecodedImages: AsyncSequence {
    /// The number of images that are decoded ahead; one processor is left for the model.
    static let lead = Swift.max(
        1, Swift.min(4, ProcessInfo.processInfo.activeProcessorCount - 1))

    private let inputs: [ImageArgument]
    private let minimumSize: Int?

    /// Decodes images with at least `minimumSize` pixels on both sides; `nil` for the full size.
    init(_ inputs: [ImageArgument], minimumSize: Int?) {
        self.inputs = inputs
        self.minimumSize = minimumSize
    }

    func makeAsyncIterator() -> Iterator {
        Iterator(inputs: inputs[...], minimumSize: minimumSize)
    }

    struct Iterator: AsyncIteratorProtocol {
        fileprivate var inputs: ArraySlice<ImageArgument>
        fileprivate let minimumSize: Int?
        private var pending: [Task<Result<NamedImage, ImageError>, Never>] = []

        fileprivate init(inputs: ArraySlice<ImageArgument>, minimumSize: Int?) {
            self.inputs = inputs
            self.minimumSize = minimumSize
        }

        mutating func next() async -> Result<NamedImage, ImageError>? {
            if pending.isEmpty { refill() }
            guard !pending.isEmpty else { return nil }
            let image = await pending.removeFirst().value
            refill()
            return image
        }

        /// Starts tasks until `lead` images are being decoded or ready.
        private mutating func refill() {
            while pending.count < DecodedImages.lead, let input = inputs.popFirst() {
                let minimumSize = minimumSize
                pending.append(
                    Task.detached { NamedImage.decode(input, minimumSize: minimumSize) })
            }
        }
    }
}

extension NamedImage {
    /// Reads and decodes an input; messages of errors start with its name.
    static func decode(_ input: ImageArgument, minimumSize: Int?)
        -> Result<NamedImage, ImageError>
    {
        var watch = Stopwatch()
        do throws(ImageError) {
            let decoded = try read(input, minimumSize: minimumSize)
            return .success(
                NamedImage(
                    name: input.name, image: VisionImage(decoded), isDamaged: decoded.isDamaged,
                    decodeMilliseconds: watch.lap()))
        } catch {
            return .failure(error)
        }
    }

    /// Warns of a damaged image on standard error, where the line replaces a progress bar.
    func warnIfDamaged(_ progress: ProgressBar) {
        guard isDamaged else { return }
        progress.clear()
        Console.complain("\(name) is damaged: a part of the image may be missing or wrong")
    }

    /// Decodes an input; the messages of its errors start with its name.
    private static func read(_ input: ImageArgument, minimumSize: Int?) throws(ImageError)
        -> DecodedImage
    {
        let bytes: [UInt8]
        switch input {
        case .file(let path):
            return try ImageDecoder.default.decode(contentsOf: path, minimumSize: minimumSize)
        case .standardInput:
            let limit = ImageDecoder.default.limits.maximumFileBytes
            bytes = Array((try? FileHandle.standardInput.read(upToCount: limit + 1)) ?? Data())
        case .bytes(let given):
            bytes = given
        }
        do throws(ImageError) {
            return try ImageDecoder.default.decode(bytes, minimumSize: minimumSize)
        } catch {
            throw error.naming(input.name)
        }
    }
}
