import Foundation
import Sight
import SightImage
import SightImageIO

/// A picture ready to be looked at.
struct DecodedPicture: Sendable {
    let name: String
    let image: VisionImage
    let decodeMilliseconds: Double
}

/// Decodes pictures in order, a few ahead of whoever looks at them.
struct DecodedPictures: AsyncSequence {
    /// Pictures decoded beyond the one being looked at: one processor is for the model.
    static let lead = Swift.max(
        1, Swift.min(4, ProcessInfo.processInfo.activeProcessorCount - 1))

    private let inputs: [PictureInput]
    private let minimumSize: Int?

    /// Pictures whose sides keep at least `minimumSize` pixels; `nil` for the full size.
    init(_ inputs: [PictureInput], minimumSize: Int?) {
        self.inputs = inputs
        self.minimumSize = minimumSize
    }

    func makeAsyncIterator() -> Iterator {
        Iterator(inputs: inputs[...], minimumSize: minimumSize)
    }

    struct Iterator: AsyncIteratorProtocol {
        fileprivate var inputs: ArraySlice<PictureInput>
        fileprivate let minimumSize: Int?
        private var pending: [Task<Result<DecodedPicture, ImageError>, Never>] = []

        fileprivate init(inputs: ArraySlice<PictureInput>, minimumSize: Int?) {
            self.inputs = inputs
            self.minimumSize = minimumSize
        }

        mutating func next() async -> Result<DecodedPicture, ImageError>? {
            if pending.isEmpty { refill() }
            guard !pending.isEmpty else { return nil }
            let picture = await pending.removeFirst().value
            refill()
            return picture
        }

        /// Starts as many decodes as may run ahead.
        private mutating func refill() {
            while pending.count < DecodedPictures.lead, let input = inputs.popFirst() {
                let minimumSize = minimumSize
                pending.append(
                    Task.detached { DecodedPicture.decode(input, minimumSize: minimumSize) })
            }
        }
    }
}

extension DecodedPicture {
    /// Reads and decodes an input; messages name it.
    static func decode(_ input: PictureInput, minimumSize: Int?)
        -> Result<DecodedPicture, ImageError>
    {
        var watch = Stopwatch()
        do throws(ImageError) {
            let decoded: DecodedImage
            switch input {
            case .file(let path):
                decoded = try ImageDecoder.default.decode(
                    contentsOf: path, minimumSize: minimumSize)
            case .standardInput:
                let limit = ImageDecoder.default.limits.maximumFileBytes
                let data = try? FileHandle.standardInput.read(upToCount: limit + 1)
                decoded = try ImageDecoder.default.decode(
                    Array(data ?? Data()), minimumSize: minimumSize)
            case .bytes(let bytes):
                decoded = try ImageDecoder.default.decode(bytes, minimumSize: minimumSize)
            }
            return .success(
                DecodedPicture(
                    name: input.name,
                    image: VisionImage(
                        decoded.buffer, orientation: decoded.orientation,
                        sourceSize: decoded.sourceSize),
                    decodeMilliseconds: watch.lap()))
        } catch {
            return .failure(
                error.message.contains(input.name)
                    ? error
                    : ImageError(error.code, "\(input.name): \(error.message)", cause: error))
        }
    }
}
