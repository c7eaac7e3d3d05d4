import Dispatch
import Foundation
import SightHostTesting
import SightModels

/// Many installations of an app, simulated by their requests.
final class Fleet: Sendable {
    /// An installation and the answers that it got.
    struct Member {
        let fid: String
        let token: String
        let parameter: String
        let isCandidate: Bool
    }

    private let host: RunningHost
    private let candidate: String

    /// Makes a fleet for the host's model `bird`, whose second version is being rolled out.
    init(_ host: RunningHost) {
        self.host = host
        candidate = ModelDigest(of: Array(TestModel.bytes(seed: 2))).hexadecimal
    }

    /// Registers installations and sends the requests of each once, over a few connections.
    func register(_ count: Int) throws -> [Member] {
        let width = 8
        let results = Results()
        DispatchQueue.concurrentPerform(iterations: width) { part in
            do {
                let connection = try KeptConnection(host)
                for _ in stride(from: part, to: count, by: width) {
                    results.add(try register(connection))
                }
            } catch {
                results.fail(error)
            }
        }
        return try results.members()
    }

    /// Sends the requests of an installation, and returns the answers.
    func ask(_ fid: String, _ token: String) throws -> Member {
        try ask(fid, token, KeptConnection(host))
    }

    private func register(_ connection: KeptConnection) throws -> Member {
        let answer = try connection.object(
            "POST", "/v1/projects/sight/installations/", ["X-Goog-Api-Key": host.apiKey],
            #"{"fid":"","authVersion":"FIS_v2","appId":"1:2:ios:3","sdkVersion":"i:12.17.0"}"#)
        guard let fid = answer["fid"] as? String,
            let token = (answer["authToken"] as? [String: Any])?["token"] as? String
        else { throw URLError(.cannotParseResponse) }
        return try ask(fid, token, connection)
    }

    private func ask(_ fid: String, _ token: String, _ connection: KeptConnection) throws -> Member
    {
        let key = host.apiKey
        let credentials = ["x-goog-firebase-installations-auth": token]
        let parameters = try connection.object(
            "POST", "/v1/projects/sight/namespaces/firebase:fetch?key=\(key)", credentials,
            #"{"app_instance_id":"\#(fid)"}"#)
        let model = try connection.object(
            "GET", "/v1beta2/projects/sight/models/bird:download?key=\(key)", credentials)
        guard let entries = parameters["entries"] as? [String: String],
            let value = entries["object_model"], let digest = model["sha256"] as? String
        else { throw URLError(.cannotParseResponse) }
        return Member(fid: fid, token: token, parameter: value, isCandidate: digest == candidate)
    }

    /// The collected results of all connections.
    private final class Results: @unchecked Sendable {  // the lock guards both variables
        private let lock = NSLock()
        private var found: [Member] = []
        private var failure: (any Error)?

        func add(_ member: Member) { lock.withLock { found.append(member) } }
        func fail(_ error: any Error) { lock.withLock { failure = error } }

        func members() throws -> [Member] {
            try lock.withLock {
                if let failure { throw failure }
                return found
            }
        }
    }
}

extension KeptConnection {
    /// Sends a request and reads the JSON object that answers it.
    fileprivate func object(
        _ method: String, _ target: String, _ headers: [String: String], _ body: String = ""
    ) throws -> [String: Any] {
        let answer = try send(method, target, headers, body)
        guard answer.status == 200 || answer.status == 201,
            let object = try JSONSerialization.jsonObject(with: answer.body) as? [String: Any]
        else { throw URLError(.badServerResponse, userInfo: ["status": answer.status]) }
        return object
    }
}
