import Foundation
import Sight
import SightConcurrency
import SightImage
import SightImageIO

/// A decoded image with its name in reports and the time that decoding took.
struct NamedImage: Sendable {
    let name: String
    /// The image for the model; the decoder may have reduced its size.
    let image: VisionImage
    /// The image on which results are drawn.
    ///
    /// It has the full size if the command writes images; otherwise it is ``image``.
    let canvas: VisionImage
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
        1, Swift.min(4, ProcessorCount.available - 1))

    private let inputs: [ImageArgument]
    private let minimumSize: Int?
    private let draws: Bool

    /// Decodes images.
    ///
    /// - Parameters:
    ///   - inputs: the images, in order.
    ///   - minimumSize: the least number of pixels on both sides; `nil` for the full size.
    ///   - draws: whether each image is decoded at full size, too, to draw on it. The model gets
    ///     the same pixels in both cases.
    init(_ inputs: [ImageArgument], minimumSize: Int?, draws: Bool = false) {
        self.inputs = inputs
        self.minimumSize = minimumSize
        self.draws = draws
    }

    func makeAsyncIterator() -> Iterator {
        Iterator(inputs: inputs[...], minimumSize: minimumSize, draws: draws)
    }

    struct Iterator: AsyncIteratorProtocol {
        fileprivate var inputs: ArraySlice<ImageArgument>
        fileprivate let minimumSize: Int?
        fileprivate let draws: Bool
        private var pending: [Task<Result<NamedImage, ImageError>, Never>] = []

        fileprivate init(inputs: ArraySlice<ImageArgument>, minimumSize: Int?, draws: Bool) {
            (self.inputs, self.minimumSize, self.draws) = (inputs, minimumSize, draws)
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
                let (minimumSize, draws) = (minimumSize, draws)
                pending.append(
                    Task.detached {
                        NamedImage.decode(input, minimumSize: minimumSize, draws: draws)
                    })
            }
        }
    }
}

extension NamedImage {
    /// Reads and decodes an input; messages of errors start with its name.
    static func decode(_ input: ImageArgument, minimumSize: Int?, draws: Bool = false)
        -> Result<NamedImage, ImageError>
    {
        var watch = Stopwatch()
        do throws(ImageError) {
            let input = input.rereadable
            let decoded = try read(input, minimumSize: minimumSize)
            let time = watch.lap()
            let image = VisionImage(decoded)
            let isReduced = decoded.buffer.size != decoded.sourceSize
            return .success(
                NamedImage(
                    name: input.name, image: image,
                    canvas: draws && isReduced
                        ? VisionImage(try read(input, minimumSize: nil)) : image,
                    isDamaged: decoded.isDamaged, decodeMilliseconds: time))
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
        if case .file(let path) = input {
            return try ImageDecoder.default.decode(contentsOf: path, minimumSize: minimumSize)
        }
        do throws(ImageError) {
            return try ImageDecoder.default.decode(input.givenBytes, minimumSize: minimumSize)
        } catch {
            throw error.naming(input.name)
        }
    }
}

extension ImageArgument {
    /// The argument with the bytes of standard input, which can be read only once.
    fileprivate var rereadable: ImageArgument {
        if case .standardInput = self { .bytes(givenBytes) } else { self }
    }

    /// The bytes of an image that is not a file, at most one more than the decoder takes.
    fileprivate var givenBytes: [UInt8] {
        if case .bytes(let bytes) = self { return bytes }
        let limit = ImageDecoder.default.limits.maximumFileBytes
        return Array((try? FileHandle.standardInput.read(upToCount: limit + 1)) ?? Data())
    }
}
