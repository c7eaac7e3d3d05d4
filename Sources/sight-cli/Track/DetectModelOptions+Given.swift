extension DetectModelOptions {
    /// The files that loading the models reads.
    var files: [String] { [model, classifier, labels, head.anchors].compactMap(\.self) }

    /// The names of the given options that choose the models or change their results.
    var given: [String] {
        let options: [(name: String, isGiven: Bool)] = [
            ("--model", model != nil), ("--classifier", classifier != nil),
            ("--labels", labels != nil), ("--classify", classify),
            ("--threshold", threshold != nil), ("--label-threshold", labelThreshold != nil),
            ("--max-labels", maxLabels != nil), ("--region-scale", region.regionScale != nil),
            ("--allow", !filter.allow.isEmpty), ("--deny", !filter.deny.isEmpty),
            ("--locale", locale != "en"),
            ("--head", head.head != nil), ("--fit", head.fit != nil),
            ("--channel-order", head.channelOrder != nil),
            ("--mean", head.normalization.mean != nil), ("--std", head.normalization.std != nil),
            ("--classifier-mean", classifierMean != nil),
            ("--classifier-std", classifierStd != nil),
            ("--input-size", head.input.inputSize != nil),
            ("--classifier-input-size", classifierInputSize != nil),
            ("--overlap", head.overlap != nil), ("--anchors", head.anchors != nil),
        ]
        return options.filter(\.isGiven).map(\.name)
    }
}
