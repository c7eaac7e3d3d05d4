import ArgumentParser
import SightVideoIO

/// The outputs of `sight track`.
struct TrackOutputOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Write the video with boxes and names, without sound: .mp4, .m4v, .mov, .mkv or .ts.",
            discussion: "Not with --paths-from.",
            valueName: "video"))
    var out: String?

    @Option(
        help: ArgumentHelp(
            "Write one line of JSON for each frame; - for standard output.", valueName: "file"))
    var jsonl: String?

    @Option(
        help: ArgumentHelp(
            "Write the tracks in MOTChallenge format; - for standard output.", valueName: "file"))
    var mot: String?

    @Flag(help: "Draw the paths of the objects.")
    var showTrails = false

    @Option(
        help: ArgumentHelp(
            "Show the frames with boxes and names in a browser on this machine.",
            discussion: "0 takes any free port; the address is printed.", valueName: "port"))
    var serve: Int?

    /// Whether standard output gets lines for programs, and no text for people.
    var takesStandardOutput: Bool { lineOutputs.contains(where: LineFile.isStandardOutput) }

    /// Whether an output is a file, which must be completed.
    var writesFiles: Bool {
        out != nil || !lineOutputs.allSatisfy(LineFile.isStandardOutput)
    }

    private var lineOutputs: [String] { [jsonl, mot].compactMap(\.self) }

    /// Whether no output but MOTChallenge text is requested.
    var isTextAlone: Bool { out == nil && jsonl == nil && serve == nil && !showTrails }

    /// Whether no output is requested.
    var isEmpty: Bool { isTextAlone && mot == nil }

    /// Whether an output shows the frames, so that something can be drawn into them.
    var drawsFrames: Bool { out != nil || serve != nil }

    func validate() throws {
        if let serve, !(0...65_535).contains(serve) {
            throw ValidationError("--serve \(serve) is not a port: give 0 to 65535")
        }
        for (name, path, others) in [("--jsonl", jsonl, [mot, out]), ("--mot", mot, [out])] {
            guard let path else { continue }
            for other in others.compactMap(\.self) where isSame(path, other) {
                throw ValidationError(
                    "\(name) \(path) is the file of another output: give each a file of its own")
            }
        }
    }

    private func isSame(_ one: String, _ other: String) -> Bool {
        FileIdentity.isSame(one, other)
            || LineFile.isStandardOutput(one) && LineFile.isStandardOutput(other)
    }

    /// Checks that the outputs overwrite no input, and that the video can be written.
    ///
    /// Call this before an output is opened: a mistake must not cost the files of an earlier run.
    ///
    /// - Throws: ``CommandError`` with status `usage`.
    func check(against inputs: InputFiles) throws(CommandError) {
        for (name, path) in [("--out", out), ("--jsonl", jsonl), ("--mot", mot)] {
            try inputs.check(path, of: name)
        }
        guard let out else { return }
        do throws(VideoError) {
            // The writer checks the name, the folder and the codecs. Its file is temporary.
            try VideoWriter(path: out, width: 16, height: 16).cancel()
        } catch {
            throw CommandError(.usage, error.message, cause: error)
        }
    }
}
