import ArgumentParser
import Foundation
import SightModelSigning
import SightModels

/// `sight-sign keys`: manages private keys, and the sets of public keys that apps build in.
struct KeysCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "keys", abstract: "Make keys, and replace them.",
        subcommands: [
            GenerateKeyCommand.self, CreateKeysCommand.self, RotateKeysCommand.self,
            CountersignKeysCommand.self, ShowKeysCommand.self,
        ])
}

/// `sight-sign keys generate`: makes a private key.
struct GenerateKeyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "generate",
        abstract: "Write a private key to a new file and print the public one.")

    @Argument(help: "The new file; mode 0600.", completion: .file()) var file: String

    func run() throws {
        let key = SigningKey()
        try key.write(to: URL(fileURLWithPath: file))
        print(try key.verificationKey())
    }
}

/// The options for public keys and their threshold.
struct KeySetOptions: ParsableArguments {
    @Option(name: .customLong("key"), help: "A public key; repeat it for more.") var keys: [String]
    @Option(help: "How many of the keys have to sign.") var threshold = 1
    @Option(help: "Days until the set stops being accepted; never by default.") var days: Int?

    func validate() throws {
        for (index, key) in keys.enumerated() { try Self.check(key, "--key number \(index + 1)") }
        try Days.check(days)
    }

    /// Checks a public key; the errors do not repeat it, because it may be a private one.
    private static func check(_ text: String, _ place: String) throws {
        guard !SigningKey.isPrivate(text) else {
            throw ValidationError(
                "\(place) is a private key, which must stay secret: give the public one, which "
                    + "keys generate has printed")
        }
        guard VerificationKey(base64: text) != nil else {
            throw ValidationError("\(place) is not a public key, which is 32 bytes in Base64")
        }
    }

    var verificationKeys: [VerificationKey] { keys.compactMap { VerificationKey(base64: $0) } }
    var expires: Date? { days.map { Days.later($0) } }
}

/// `sight-sign keys create`: starts the history of a publisher's keys.
struct CreateKeysCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "create", abstract: "Begin the history of a publisher's keys.")

    @Option(help: "Who signs, such as example.com.") var publisher: String
    @OptionGroup var set: KeySetOptions
    @Argument(help: "The new history.", completion: .file()) var file: String

    func run() throws {
        guard !FileManager.default.fileExists(atPath: file) else {
            throw ValidationError("\(file) exists; \"rotate\" replaces its keys")
        }
        let keys = try SigningKeys(
            publisher: publisher, threshold: set.threshold, keys: set.verificationKeys,
            expires: set.expires)
        try KeyHistory(first: keys).write(to: URL(fileURLWithPath: file))
    }
}

/// `sight-sign keys rotate`: replaces the keys by new ones.
struct RotateKeysCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rotate",
        abstract: "Replace the keys: enough old and enough new ones have to sign.")

    @OptionGroup var set: KeySetOptions
    @Option(name: .customLong("by"), help: "A private key that signs; repeat it for more.")
    var signers: [String]
    @Argument(help: "The history.", completion: .file()) var file: String

    func run() throws {
        let url = URL(fileURLWithPath: file)
        var history = try KeyHistory(contentsOf: url)
        try history.append(
            threshold: set.threshold, keys: set.verificationKeys, expires: set.expires,
            signers: try Signers.read(signers))
        try history.write(to: url)
        Signers.remarkMissing { _ = try history.newest() }
    }
}

/// `sight-sign keys countersign`: adds signatures to the newest keys.
struct CountersignKeysCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "countersign", abstract: "Add signatures to the newest keys.")

    @Option(name: .customLong("by"), help: "A private key that signs; repeat it for more.")
    var signers: [String]
    @Argument(help: "The history.", completion: .file()) var file: String

    func run() throws {
        let url = URL(fileURLWithPath: file)
        var history = try KeyHistory(contentsOf: url)
        try history.countersign(by: try Signers.read(signers))
        try history.write(to: url)
        Signers.remarkMissing { _ = try history.newest() }
    }
}

/// `sight-sign keys show`: prints the newest keys, which an app builds in.
struct ShowKeysCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Print the newest keys as JSON, for an app to build in.")

    @Argument(help: "The history.", completion: .file()) var file: String

    func run() throws {
        let keys = try KeyHistory(contentsOf: URL(fileURLWithPath: file)).newest()
        print(String(decoding: try keys.json(), as: UTF8.self))
    }
}
