import Foundation
import Testing

/// `sight models publish` with a stand-in for a host.
@Suite struct ModelsPublishCommandTests {
    private let scratch: ScratchFolder
    private let file: String

    /// The SHA-256 of the 1000 bytes of the file.
    private static let digest = "df1329c8b6c7cf3740bbe2f8bab34d253a8d9534a79dceea18177081fdf9f0e9"
    private static let version = StandInHost.Answer(
        status: 201,
        json: #"{"model":"bird","number":4,"size":1000,"kind":"other","labels":[]}"#)

    init() throws {
        scratch = try ScratchFolder()
        file = try scratch.write([UInt8](repeating: 7, count: 1000), to: "bird.tflite")
    }

    private func host(_ answers: StandInHost.Answer...) throws -> StandInHost {
        try StandInHost(answers, log: scratch.url.appendingPathComponent("requests"))
    }

    private func publish(_ host: StandInHost, _ options: [String] = []) throws
        -> SightExecutable.Outcome
    {
        try SightExecutable.run(
            arguments: ["models", "publish", file, "--host", host.address, "--token", "t"]
                + options)
    }

    /// Writes a signed manifest, whose signatures no host checks.
    private func sign(name: String = "bird", sha256: String = digest) throws {
        let release = """
            {"name":"\(name)","version":1,"size":1000,"sha256":"\(sha256)",
             "time":"2026-11-22T00:00:00Z","expires":"2027-11-22T00:00:00Z"}
            """
        let manifest = """
            {"release":{"payload":"\(Data(release.utf8).base64EncodedString())",
              "payloadType":"application/vnd.sight.model-release+json","signatures":[]},"keys":[]}
            """
        try scratch.write(Array(manifest.utf8), to: "bird.tflite.signed.json")
    }

    /// Without the number, the host would promote the version of a running roll-out.
    @Test(arguments: [true, false]) func theNewVersionIsPromoted(asJSON: Bool) throws {
        let served = #"{"name":"bird","stable":4,"percent":0,"history":[3]}"#
        let host = try host(Self.version, StandInHost.Answer(json: served))
        let outcome = try publish(host, asJSON ? ["--promote", "--json"] : ["--promote"])
        #expect(outcome.status == 0, "\(outcome.complaints)")
        let expected = asJSON ? Self.version.json : "bird: all installations get version 4"
        #expect(outcome.output == expected + "\n")
        #expect(
            try host.requests == [
                "POST /admin/v1/models/bird/versions?note=",
                #"POST /admin/v1/models/bird/promote {"version":4}"#,
            ])
    }

    @Test func theSignedManifestFollowsTheVersion() throws {
        try sign()
        let host = try host(Self.version, StandInHost.Answer(json: "{}"))
        let outcome = try publish(host)
        #expect(outcome.status == 0 && outcome.output.contains("version 4 is published"))
        #expect(try host.requests.last == "PUT /admin/v1/models/bird/versions/4/signed")
    }

    /// A host would refuse the manifest only after it had stored the file.
    @Test(arguments: [
        ("cat", digest, "of the model \"cat\", not of \"bird\""),
        ("bird", String(repeating: "0", count: 64), digest), ("bird", "", "malformed"),
    ])
    func manifestsOfOtherFilesStopTheUpload(name: String, sha256: String, reason: String) throws {
        try sign(name: name, sha256: sha256)
        let host = try host()
        let outcome = try publish(host)
        #expect(outcome.status == 1 && outcome.output.isEmpty)
        #expect(outcome.complaints.contains(reason), "\(outcome.complaints)")
        #expect(outcome.complaints.contains("bird.tflite.signed.json"))
        #expect(try host.requests.isEmpty)
    }

    /// Without the number, neither the manifest nor the promotion can follow.
    @Test(arguments: [true, false]) func anAnswerWithoutANumber(isSigned: Bool) throws {
        if isSigned { try sign() }
        let host = try host(StandInHost.Answer(status: 201, json: "{}"))
        let outcome = try publish(host, ["--promote", "--json"])
        #expect(outcome.status == 1 && outcome.output.isEmpty)
        let (state, command) =
            isSigned
            ? ("without its signed manifest", "unpublish") : ("but does not serve it", "promote")
        #expect(outcome.complaints.contains(state), "\(outcome.complaints)")
        #expect(outcome.complaints.contains("sight models \(command) bird --version NUMBER"))
        #expect(!outcome.complaints.contains("--json"))
        #expect(try host.requests.count == 1)
    }

    /// A later promotion would serve the version without a signature.
    @Test(arguments: [true, false]) func aVersionWithoutItsManifestGoes(isReachable: Bool) throws {
        try sign()
        let refusal = StandInHost.Answer(status: 400, json: #"{"error":{"message":"no"}}"#)
        let deleted = StandInHost.Answer(json: "{}")
        let host =
            isReachable ? try host(Self.version, refusal, deleted) : try host(Self.version, refusal)
        let outcome = try publish(host, ["--promote"])
        #expect(outcome.status == 1 && outcome.output.isEmpty)
        let end =
            isReachable
            ? "version 4 is deleted again" : "sight models unpublish bird --version 4"
        #expect(outcome.complaints.contains(end), "\(outcome.complaints)")
        let requests = try host.requests
        #expect(requests.count == (isReachable ? 3 : 2))
        if isReachable { #expect(requests.last == "DELETE /admin/v1/models/bird/versions/4") }
    }

    /// The command to run has the name as it was written, not as it stands in an address.
    @Test func theNameInTheAdviceIsNotEscaped() throws {
        try sign(name: "bird+1")
        let refusal = StandInHost.Answer(status: 400, json: #"{"error":{"message":"no"}}"#)
        let host = try host(Self.version, refusal)
        let outcome = try publish(host, ["--name", "bird+1"])
        #expect(outcome.status == 1 && outcome.output.isEmpty)
        #expect(
            outcome.complaints.contains("sight models unpublish bird+1 --version 4"),
            "\(outcome.complaints)")
        #expect(try host.requests.last == "PUT /admin/v1/models/bird%2B1/versions/4/signed")
    }
}
