import ArgumentParser
import SightModels

/// `sight models list`: lists the downloaded models.
struct ModelsListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the downloaded models.")

    @OptionGroup var store: ModelStoreOptions
    @Flag(help: "Print one JSON array instead.") var json = false

    func run() throws {
        let reports = try store.opened.models().map(InstalledModelReport.init)
        guard !json else { return print(try JSONText.pages(reports)) }
        var table = TextTable([
            ("name", .left), ("size", .right), ("installed", .left), ("path", .left),
        ])
        for report in reports {
            table.add(report.name, report.size.asByteCount, report.installed, report.path)
        }
        print(table.text, terminator: "")
    }
}

/// `sight models path`: prints the path of a model's newest file.
struct ModelsPathCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "path", abstract: "Print the path of a model's newest file.")

    @OptionGroup var store: ModelStoreOptions
    @Argument(help: "The model.") var name: String

    func run() async throws {
        let id = try await CommandError.wrapping { () async throws(ModelDeliveryError) in
            try ModelID(name)
        }
        guard let path = try store.opened.path(of: id) else {
            throw CommandError(
                .someInputsFailed,
                "the model \"\(name)\" is not downloaded: see sight models download --help")
        }
        print(path)
    }
}

/// `sight models delete`: removes a downloaded model.
struct ModelsDeleteCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete", abstract: "Delete a downloaded model.")

    @OptionGroup var store: ModelStoreOptions
    @Argument(help: "The model.") var name: String

    func run() async throws {
        let store = try store.opened
        try await CommandError.wrapping { () async throws(ModelDeliveryError) in
            try await store.delete(try ModelID(name))
        }
    }
}
