struct AnnotatedOutput {
    init(path: String, inputCount: Int) throws {}
    func write(_ found: DetectedPicture) throws {}
}
