import ArgumentParser
import Sight

/// The option `--region-scale` of commands that classify boxes.
struct RegionScaleOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Classify a region this many times as wide and high as its box.",
            discussion: "By default 1, and 1.5 for the built-in classifier."))
    var regionScale: Float?

    func validate() throws {
        if let regionScale, !(regionScale > 0 && regionScale <= 100) {
            throw ValidationError("--region-scale \(regionScale) is not above 0 and at most 100")
        }
    }

    /// Copies the given scale to the options of a classifier.
    func apply(to options: inout ClassifierOptions) {
        options.regionScale = regionScale ?? options.regionScale
    }
}
