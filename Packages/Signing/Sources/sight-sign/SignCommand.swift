import ArgumentParser
import Foundation
import SightModelSigning
import SightModels

/// `sight-sign sign`: writes the signed manifest beside a model.
struct SignCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sign",
        abstract: "Write MODEL.signed.json beside a model.",
        discussion: """
            Devices refuse a version below one that they have seen: to take a version back, sign the older \
            file with a higher version. Therefore a MODEL.signed.json with a higher version, or of another file \
            with the same version, is replaced only with --force.
            """)

    /// The size limit of a model file in bytes.
    private static let limit = 1 << 30

    @Option(help: "The name by which apps ask for the model.") var name: String
    @Option(help: "The version, higher than all before.") var version: Int
    @Option(help: "The history of the publisher's keys.", completion: .file()) var keys: String
    @Option(name: .customLong("by"), help: "A private key that signs; repeat it for more.")
    var signers: [String]
    @Option(help: "Days until devices stop accepting the signature.") var days = 90
    @Flag(help: "Replace any MODEL.signed.json.") var force = false
    @Argument(help: "The model.", completion: .file()) var file: String

    func validate() throws { try Days.check(days) }

    func run() throws {
        let bytes = try WholeFile.read(file)
        guard bytes.count <= Self.limit else {
            throw ValidationError("\(file) has more than \(Self.limit) bytes")
        }
        let id = try ModelID(name)
        let release = ModelRelease(
            name: id.name, version: version, size: bytes.count, digest: ModelDigest(of: bytes),
            time: Date(), expires: Days.later(days))
        let history = try KeyHistory(contentsOf: URL(fileURLWithPath: keys))
        let manifest = try SignedManifest(
            release, history: history, signers: try Signers.read(signers))
        try requireModel(id)
        let target = file + SignedManifest.suffix
        if !force { try requireSuccession(release, at: target) }
        try WholeFile.write(try manifest.json(), to: target)
        print(target)
        Signers.remarkMissing {
            _ = try manifest.verifiedRelease(of: id, keys: try history.newest(), Ed25519())
        }
    }

    /// Refuses a file that no device would install.
    private func requireModel(_ id: ModelID) throws(ModelDeliveryError) {
        do throws(ModelDeliveryError) {
            try ModelFileCheck.run(file, of: id)
        } catch {
            throw ModelDeliveryError(error.code, "\(file): \(error.message)", cause: error)
        }
    }

    /// Refuses a new manifest that devices with the current one would reject.
    private func requireSuccession(_ release: ModelRelease, at target: String)
        throws(ModelDeliveryError)
    {
        guard FileManager.default.fileExists(atPath: target) else { return }
        let json = try WholeFile.read(target)
        // Devices refuse a malformed manifest, so nothing is lost with it.
        guard let old = try? SignedManifest(json: json).unverifiedRelease(),
            old.name == release.name, old.version >= release.version,
            old.version > release.version || old.sha256 != release.sha256
        else { return }
        let reason =
            old.version == release.version
            ? "is of another file with the same version \(old.version): devices that have seen it "
                + "refuse this file"
            : "has version \(old.version) of \"\(old.name)\": devices that have seen it refuse "
                + "version \(release.version)"
        throw ModelDeliveryError(
            .invalidArgument,
            "\(target) \(reason); sign a version above \(old.version), or add --force")
    }
}

/// `sight-sign countersign`: adds signatures to a signed manifest.
struct CountersignCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "countersign", abstract: "Add signatures to MODEL.signed.json.")

    @Option(name: .customLong("by"), help: "A private key that signs; repeat it for more.")
    var signers: [String]
    @Argument(help: "The signed manifest.", completion: .file()) var file: String

    func run() throws {
        var manifest = try SignedManifest(json: try WholeFile.read(file))
        let release = try manifest.unverifiedRelease()
        try manifest.countersign(by: try Signers.read(signers))
        try WholeFile.write(try manifest.json(), to: file)
        print("\(release.name), version \(release.version), SHA-256 \(release.sha256)")
    }
}

/// `sight-sign verify`: checks the signed manifest beside a model, and the model.
struct VerifyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify", abstract: "Check a model and MODEL.signed.json.")

    @Option(help: "The name by which apps ask for the model.") var name: String
    @Option(help: "The history of the publisher's keys.", completion: .file()) var keys: String
    @Argument(help: "The model.", completion: .file()) var file: String

    func run() throws {
        let manifest = try SignedManifest(
            json: try WholeFile.read(file + SignedManifest.suffix))
        let release = try manifest.verifiedRelease(
            of: try ModelID(name),
            keys: try KeyHistory(contentsOf: URL(fileURLWithPath: keys)).newest(), Ed25519())
        let bytes = try WholeFile.read(file)
        guard ModelDigest(of: bytes).hexadecimal == release.sha256 else {
            throw ModelDeliveryError(.wrongDigest, "\(file) is not the file that was signed")
        }
        let end = ISO8601DateFormatter().string(from: release.expires)
        print("\(release.name), version \(release.version), accepted until \(end)")
    }
}
