import Foundation
import Testing

/// `sight models` without a host; `Packages/Host` tests the requests to a host.
@Suite struct ModelsCommandTests {
    private let scratch: ScratchFolder

    init() throws { scratch = try ScratchFolder() }

    private func models(_ arguments: String...) throws -> SightExecutable.Outcome {
        try SightExecutable.run(
            arguments: ["models"] + arguments,
            environment: [
                "SIGHT_MODEL_STORE": scratch.path("store"),
                "SIGHT_MODEL_HOST": "", "SIGHT_HOST_TOKEN": "",
            ])
    }

    /// A model of 1000 bytes whose root table has no fields.
    private static let emptyModel: [UInt8] = {
        var bytes = [UInt8](repeating: 0, count: 1000)
        bytes.replaceSubrange(0..<12, with: [28, 0, 0, 0, 0x54, 0x46, 0x4C, 0x33, 4, 0, 4, 0])
        bytes[28] = 20  // The offset back to the vtable at byte 8.
        return bytes
    }()

    @Test func aModelComesAndGoes() throws {
        let bytes = Self.emptyModel
        let file = try scratch.write(bytes, to: "bird.tflite")
        let download = try models("download", "bird", "--file", file)
        #expect(download.status == 0 && download.output.hasSuffix(".tflite\n"))
        #expect(try models("path", "bird").output == download.output)
        #expect(try models("list").output.contains("1000 B"))
        let list = try models("list", "--json").output
        let entries = try JSONSerialization.jsonObject(with: Data(list.utf8)) as? [[String: Any]]
        #expect(entries?.first?["name"] as? String == "bird")
        #expect(try models("delete", "bird").status == 0)
        #expect(try models("delete", "bird").status == 1)
        #expect(try models("path", "bird").status == 1)
    }

    /// The second file has the size and the time of the first, and another last byte.
    @Test func anotherFileUnderTheSameNameIsInstalled() throws {
        for last in [UInt8(1), 2] {
            let bytes = Array(Self.emptyModel.dropLast()) + [last]
            let file = try scratch.write(bytes, to: "bird\(last).tflite")
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSince1970: 1_000_000_000)],
                ofItemAtPath: file)
            let download = try models("download", "bird", "--file", file)
            let path = download.output.trimmingCharacters(in: .whitespacesAndNewlines)
            #expect(download.status == 0)
            #expect(FileManager.default.contents(atPath: path)?.last == last)
        }
    }

    @Test func theHelpSaysWhichHostIsUsed() throws {
        let help = try models("--help").output
        #expect(help.contains("SIGHT_MODEL_HOST   the host, used if --host is absent"))
    }

    /// A model without a checked signature is installed, and the command says so.
    @Test func unsignedModelsAreSaidToBeUnsigned() throws {
        let bytes = Self.emptyModel
        let file = try scratch.write(bytes, to: "bird.tflite")
        let download = try models("download", "bird", "--file", file)
        #expect(download.complaints.contains("no signature was checked"))
    }

    @Test func signaturesAreTheWorkOfAnotherProgram() throws {
        let program = try scratch.write(Array("#!/bin/sh\necho \"$@\"\n".utf8), to: "sight-sign")
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program)
        let environment = ["PATH": scratch.url.path + ":/bin:/usr/bin"]
        for (arguments, expected) in [
            (["sign", "a.tflite", "--version", "2"], "sign a.tflite --version 2\n"),
            (["keys", "show", "k.json"], "keys show k.json\n"),
            (
                ["download", "bird", "--url", "https://a/b", "--keys", "k.json"],
                "download bird --keys k.json --url https://a/b\n"
            ),
        ] {
            let outcome = try SightExecutable.run(
                arguments: ["models"] + arguments, environment: environment)
            #expect(outcome.status == 0 && outcome.output == expected)
        }
    }

    @Test func badHostsAreNamed() throws {
        let host = "models.example.com"
        let outcome = try models("stats", "--host", host, "--token", "t")
        #expect(outcome.status == 2 && outcome.complaints.contains("\"\(host)\""))
        #expect(try models("stats", "--token", "t").complaints.contains("--host"))
    }

    @Test func aStoreIsAFolder() throws {
        #expect(try models("list", "--store", scratch.path("none")).status == 0)
        let file = try scratch.write([1], to: "file")
        for arguments in [["list"], ["path", "bird"], ["delete", "bird"]] {
            let outcome = try SightExecutable.run(
                arguments: ["models"] + arguments + ["--store", file])
            #expect(outcome.status == 2)
            #expect(outcome.complaints.contains("the store \(file) is a file"))
        }
    }

    @Test func badUse() throws {
        #expect(try models("download", "bird").status == 2)
        #expect(try models("download", "bird", "--url", "http://example.com/x").status == 1)
        #expect(try models("download", "bird", "--url", "x", "--sha256", "zz").status == 2)
        #expect(try models("download", "", "--file", "x").status == 1)
        #expect(try models("rollout", "bird", "--percent", "101").status == 2)
        #expect(try models("stats").status == 2)
        #expect(try models("experiment", "p", "bird_a").status == 2)
        let text = try scratch.write(Array("no model".utf8), to: "text.tflite")
        let outcome = try models("download", "bird", "--file", text)
        #expect(outcome.status == 1 && outcome.complaints.contains("not a TensorFlow Lite model"))
    }
}
