import ArgumentParser
import Foundation
import SightModelFile

/// What the commands for one model and many images share.
struct TaskOptions: ParsableArguments {
    @Flag(
        name: [.customLong("json"), .customLong("jsonl")],
        help: "Print one line of JSON for each image.")
    var json = false

    @Option(
        help: ArgumentHelp(
            "Write the image with what was found; PNG or JPEG by its ending.",
            discussion: "A folder for several images, which keep their names.",
            valueName: "path"))
    var out: String?

    @Option(help: ArgumentHelp("Label texts, one on each line.", valueName: "file"))
    var labels: String?

    @Option(help: "Threads that share one model run; all processors by default.")
    var threads: Int?

    @Argument(help: "Images, folders, patterns, or - for standard input.")
    var images: [String]

    func validate() throws {
        if let threads, threads < 1 { throw ValidationError("--threads \(threads): at least 1") }
    }

    var threadCount: Int { threads ?? ProcessInfo.processInfo.activeProcessorCount }

    /// The lines of the file of labels.
    ///
    /// - Throws: ``CommandError`` with status `usage`.
    func labelTexts() throws(CommandError) -> [String]? {
        guard let labels else { return nil }
        let data = try InputFile.read(labels, limit: 16 << 20)
        do {
            return try LabelMap(names: Array(data)).names
        } catch {
            throw CommandError(
                .usage, "\(labels): the labels cannot be read: \(error.message)", cause: error)
        }
    }

    /// Prints a line of JSON, or the text.
    ///
    /// - Throws: ``CommandError`` with status `someInputsFailed`.
    func show(_ report: some Encodable, text: @autoclosure () -> String) throws(CommandError) {
        let text = json ? try JSONText.line(report) + "\n" : text()
        FileHandle.standardOutput.write(Data(text.utf8))
    }
}
