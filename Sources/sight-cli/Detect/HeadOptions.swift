public import ArgumentParser
public import Sight
import SightGeometry
public import SightImage

/// The options for a detector's inputs and outputs, if its file does not describe them.
struct HeadOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Read the detector's outputs as those of this family; without it, the family is recognized.",
            valueName: "head"))
    var head: DetectionHead?

    @Option(help: "Fit the image into the input: squash, letterbox or corner-letterbox.")
    var fit: ImageFit?

    @Option(help: "The order of the input's colors: rgb or bgr.")
    var channelOrder: ChannelOrder?

    @OptionGroup var normalization: NormalizationOptions
    @OptionGroup var input: InputSizeOptions

    @Option(help: "Drop boxes that overlap a better one of their class by more than this, 0 to 1.")
    var overlap: Float?

    @Option(
        help: ArgumentHelp(
            "The boxes that raw outputs correct, where the file has none.",
            discussion: "Rows of y, x, height, width as fractions of the input, in .npy or JSON.",
            valueName: "file"))
    var anchors: String?

    func validate() throws {
        if let overlap, !(0...1).contains(overlap) {
            throw ValidationError("--overlap \(overlap) is not an overlap: give 0 to 1")
        }
    }

    /// Copies the given options to a localizer's options.
    ///
    /// - Throws: ``CommandError`` with status `usage`.
    func apply(to options: inout LocalizerOptions) throws(CommandError) {
        options.head = head
        options.fit = fit?.fit
        options.channelOrder = channelOrder
        options.maximumIoU = overlap
        if let anchors { options.anchors = try AnchorFile.read(anchors) }
        options.normalization = try normalization.argument.normalization()
    }
}

/// The ways to fit an image, by the names that `--fit` takes.
enum ImageFit: String, ExpressibleByArgument, CaseIterable {
    case squash, letterbox
    case cornerLetterbox = "corner-letterbox"

    var fit: ImageTransform.Fit {
        switch self {
        case .squash: .squash
        case .letterbox: .letterbox
        case .cornerLetterbox: .cornerLetterbox
        }
    }
}

extension DetectionHead: ExpressibleByArgument {}
extension ChannelOrder: ExpressibleByArgument {}
