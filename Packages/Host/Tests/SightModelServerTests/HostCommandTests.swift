import Foundation
import SightHostTesting
import SightModelServer
import Testing

/// The commands of operators beside `serve`.
@Suite(.timeLimit(.minutes(10)), .serialized)
struct HostCommandTests {
    private let host: RunningHost

    init() throws { host = try RunningHost() }

    private func run(_ arguments: [String]) throws -> HostProgram.Outcome {
        try HostProgram.run(arguments)
    }

    /// Whoever misspells the name of a token learns that it has not been revoked.
    @Test func onlyTokensThatExistAreRevoked() async throws {
        let data = ["--data", host.folder.path]
        let made = try run(["token", "alice"] + data)
        #expect(made.status == 0)
        let token = made.output.trimmingCharacters(in: .newlines)
        #expect(try await host.send("GET", "/admin/v1/models", token: token).status == 200)
        let typo = try run(["token", "alcie", "--revoke"] + data)
        #expect(typo.status != 0)
        #expect(typo.error.contains("\"alcie\"") && typo.error.contains("\"alice\""))
        // The name of a token in use does not replace it.
        let twin = try run(["token", "alice"] + data)
        #expect(twin.status != 0 && twin.output.isEmpty)
        #expect(try await host.send("GET", "/admin/v1/models", token: token).status == 200)
        #expect(try run(["token", "alice", "--revoke"] + data).status == 0)
        #expect(try await host.send("GET", "/admin/v1/models", token: token).status == 401)
    }

    @Test func theVersionIsThatOfSight() throws {
        let outcome = try run(["--version"])
        #expect(outcome.status == 0 && outcome.error.isEmpty)
        #expect(outcome.output == "sight-host \(ModelHost.version)\n")
    }

    @Test(arguments: [["nonsense"], ["--nope"], ["--port", "x"], ["token"]])
    func wrongUsageHasTheDocumentedStatus(words: [String]) throws {
        let outcome = try run(words)
        #expect(outcome.status == 64 && outcome.output.isEmpty)
    }

    /// The error names the option and its bad value.
    @Test(arguments: [
        ["--port", "70000"], ["--maximum-upload", "0"], ["--rate", "nan"], ["--rate", "-1"],
        ["--body-seconds", "0"], ["--maximum-connections", "0"], ["--maximum-check-memory", "0"],
        ["--maximum-check-time", "0.5"], ["--registrations", "0"], ["--grace", "-0.5"],
        ["--log", "loud"],
        ["--public-url", "models.example.com"], ["--public-url", "ftp://x"],
        ["--public-url", "https://x/?a=b"],
    ])
    func valuesOutOfRangeAreNamed(option: [String]) throws {
        let words = ["\(option[0])=\(option[1])"]
        let outcome = try run(["serve", "--data", host.folder.path + "/none"] + words)
        #expect(outcome.status != 0 && outcome.output.isEmpty)
        #expect(outcome.error.contains("\(option[0]) \(option[1])"), "\(outcome.error)")
    }

    @Test func theAddressOfClientsEndsWithoutSlash() {
        for text in ["https://x.example", "https://x.example/", "https://x.example//"] {
            #expect(HostSettings.publicAddress(text) == "https://x.example")
        }
        #expect(HostSettings.publicAddress("http://[::1]:80/a/") == "http://[::1]:80/a")
        for text in ["", "/", "x.example", "https://", "https://u@x.example", "https://x/#a"] {
            #expect(HostSettings.publicAddress(text) == nil, "\(text)")
        }
    }

    /// The second host says why it does not start.
    @Test func oneHostRunsOnAFolder() throws {
        let outcome = try run(["serve", "--data", host.folder.path, "--port", "0"])
        #expect(outcome.status != 0 && outcome.error.contains("another host runs"))
        #expect(outcome.error.contains(host.folder.path))
        let folder = host.folder.appendingPathComponent("odd")
        try FileManager.default.createDirectory(
            at: folder.appendingPathComponent("lock"), withIntermediateDirectories: true)
        let odd = try run(["serve", "--data", folder.path, "--port", "0"])
        #expect(odd.status != 0 && odd.error.contains("cannot be opened"))
    }

    /// Without the dictionary of Foundation's errors.
    @Test func filesInPlaceOfFoldersAreNamed() throws {
        let folder = host.folder.appendingPathComponent("third")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let file = folder.appendingPathComponent("blobs")
        try Data().write(to: file)
        for (data, bad) in [
            (file.path, file.path), (folder.path, file.path), (file.path + "/x", file.path + "/x"),
        ] {
            let outcome = try run(["serve", "--data", data, "--port", "0"])
            #expect(outcome.status == 1 && outcome.output.isEmpty)
            #expect(outcome.error.contains(bad) && outcome.error.contains("folder"))
            #expect(!outcome.error.contains("Domain"), "\(outcome.error)")
        }
    }

    /// Without the database nothing names the blobs, and the start would delete them.
    @Test func blobsWithoutTheirDatabaseAreKept() async throws {
        #expect(try await host.publish("bird", TestModel.bytes()) == 201)
        host.stop()
        let database = host.folder.appendingPathComponent("host.db")
        let copy = host.folder.appendingPathComponent("kept.db")
        try FileManager.default.moveItem(at: database, to: copy)
        let refused = try run(["serve", "--data", host.folder.path, "--port", "0"])
        #expect(refused.status != 0 && refused.error.contains("restore the database"))
        try FileManager.default.moveItem(at: copy, to: database)
        try host.start()
        let file = try await host.send("GET", "/admin/v1/models/bird/versions/1/file")
        #expect(file.status == 200 && file.body == TestModel.bytes())
    }

    /// A folder that has only the name in common keeps its files, and gets none of the host.
    @Test func foldersWithFilesOfOthersAreRefused() throws {
        let folder = host.folder.appendingPathComponent("photos")
        let incoming = folder.appendingPathComponent("incoming")
        try FileManager.default.createDirectory(at: incoming, withIntermediateDirectories: true)
        let photo = incoming.appendingPathComponent("photo.jpg")
        try Data("photo".utf8).write(to: photo)
        let outcome = try run(["serve", "--data", folder.path, "--port", "0"])
        #expect(outcome.status != 0 && outcome.error.contains("begin with another folder"))
        #expect(try Data(contentsOf: photo) == Data("photo".utf8))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["incoming"])
    }

    /// A token that nobody has seen would lock out the operator.
    @Test func failedStartsMakeNoToken() async throws {
        let folder = host.folder.appendingPathComponent("new").path
        let port = try #require(URL(string: host.base)?.port)
        let inUse = try run(["serve", "--data", folder, "--port", "\(port)"])
        #expect(inUse.status != 0 && inUse.output.isEmpty)
        #expect(inUse.error.contains("cannot listen on 127.0.0.1:\(port): Address already in use"))
        let files = ["--certificate", "/no/chain.pem", "--key", "/no/key.pem"]
        let insecure = try run(["serve", "--data", folder, "--port", "0"] + files)
        #expect(insecure.status != 0 && insecure.output.isEmpty)
        #expect(try await SQLiteDatabase(existing: folder + "/host.db").tokens().isEmpty)
    }

    @Test func addressesOfVersion6HaveBrackets() {
        var settings = HostSettings(folder: "")
        #expect(settings.authority(port: 80) == "127.0.0.1:80")
        settings.address = "::1"
        #expect(settings.authority(port: 80) == "[::1]:80")
    }

    @Test(arguments: ["", " ", "a b", ".a", "ä", String(repeating: "a", count: 61)])
    func tokensHaveNames(label: String) throws {
        let outcome = try run(["token", label, "--data", host.folder.path])
        #expect(outcome.status != 0 && outcome.output.isEmpty)
        #expect(outcome.error.contains("\"\(label)\" is not a valid name for a token"))
    }

    /// A name cannot control the terminal of another operator.
    @Test func controlCharactersInNamesAreNotPrinted() async throws {
        let data = ["--data", host.folder.path]
        let (name, shown) = ("a\n\u{1b}[2J\u{202e}b", "a\\u{a}\\u{1b}[2J\\u{202e}b")
        let made = try run(["token", name] + data)
        #expect(made.status != 0 && made.output.isEmpty)
        #expect(
            made.error.contains("\"\(shown)\" is not a valid name for a token"),
            "\(made.error)")
        // Earlier hosts accepted such names.
        try await SQLiteDatabase(existing: host.folder.path + "/host.db")
            .setToken(name, hash: "hash")
        let typo = try run(["token", "none\u{7}", "--revoke"] + data)
        #expect(typo.status != 0 && typo.error.contains("\"none\\u{7}\""), "\(typo.error)")
        #expect(typo.error.contains("\"\(shown)\"") && !typo.error.contains("\u{1b}"))
        let list = try run(["token", "--list"] + data)
        #expect(list.status == 0 && list.output == "\(shown)\nfirst\n")
        #expect(try run(["token", name, "--revoke"] + data).status == 0)
    }

    /// The list has the names alone, because the host keeps no token.
    @Test func namesOfTokensAreListed() throws {
        let data = ["--data", host.folder.path]
        let made = try run(["token", "alice"] + data)
        #expect(made.status == 0)
        let list = try run(["token", "--list"] + data)
        #expect(list.status == 0 && list.output == "alice\nfirst\n")
        for words in [["--list", "alice"], ["--list", "--revoke"], []] {
            let outcome = try run(["token"] + words + data)
            #expect(outcome.status != 0 && outcome.output.isEmpty)
            #expect(outcome.error.contains("--list"), "\(outcome.error)")
        }
        #expect(try run(["token", "--list"] + data).output == "alice\nfirst\n")
    }

    /// A misspelled folder gets no database, whose token or copy would be worth nothing.
    @Test func foldersOfOtherThingsAreRefused() throws {
        let folder = host.folder.appendingPathComponent("other")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let copy = host.folder.appendingPathComponent("copy.db").path
        for arguments in [["token", "bob"], ["backup", copy]] {
            let outcome = try run(arguments + ["--data", folder.path])
            #expect(outcome.status != 0 && outcome.output.isEmpty)
            #expect(outcome.error.contains(folder.path + "/host.db"))
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
        #expect(!FileManager.default.fileExists(atPath: copy))
    }
}
