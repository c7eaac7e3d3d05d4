import Foundation
import Sight
import SightServerSupport
import SightServing

/// A trial of a model in a child process, which loads and runs it before the service does.
///
/// A model that makes the child crash, loop or allocate too much memory is refused; the service
/// continues with its loaded models.
package struct ModelTrial: Sendable {
    /// The roles of models.
    package enum Role: String, Sendable {
        /// A model of the repository, whose file the child receives on its standard input.
        case tensors
        /// A model of `/v1`, which the child reads from its path, with the files beside it.
        case detector, classifier
    }

    /// The role of the model.
    package let role: Role
    /// The path of a model of `/v1`; `nil` for a model of the repository.
    package let path: String?
    /// The threads of a run.
    package let threads: Int
    /// The bytes of memory that a run may plan.
    package let maximumRunMemory: Int

    /// The size limit of a reply in bytes.
    private static let replyLimit = 1 << 16
    /// The reply of a child for a usable model; any other reply is the reason for a refusal.
    private static let approval = "usable"

    /// Describes a trial.
    package init(_ role: Role, path: String? = nil, threads: Int, maximumRunMemory: Int) {
        self.role = role
        self.path = path
        self.threads = threads
        self.maximumRunMemory = maximumRunMemory
    }

    // MARK: In the service

    /// Tries a model in a child process.
    ///
    /// - Parameters:
    ///   - settings: the program and the limits; without a program, the trial is skipped.
    ///   - bytes: the file of a model of the repository.
    /// - Throws: ``ServeError`` with the reason why the model cannot be used.
    func run(_ settings: ServeSettings, on bytes: Data = Data()) throws(ServeError) {
        guard let program = settings.program else { return }
        let reply: [UInt8]
        do throws(ChildFailure) {
            let deadline = ChildDeadline(in: settings.maximumLoadSeconds)
            let child = try ChildProcess(program: program, arguments: arguments(settings))
            try child.send(bytes, by: deadline)
            child.finishSending()
            reply = try child.receiveAll(limit: Self.replyLimit, by: deadline)
        } catch {
            throw ServeError(.failed, "the model cannot be loaded: \(error)")
        }
        let text = String(decoding: reply, as: UTF8.self)
        guard text == Self.approval else { throw ServeError(.failed, text) }
    }

    private func arguments(_ settings: ServeSettings) -> [String] {
        [
            "work", "try", role.rawValue, path ?? "-", String(threads), String(maximumRunMemory),
            String(settings.maximumLoadMemory),
            String(Int(settings.maximumLoadSeconds.rounded(.up))),
        ]
    }

    // MARK: In the child

    /// Does the work of a child with the arguments after `try`, and returns its reply.
    static func reply(to arguments: [String]) -> String {
        let numbers = arguments.dropFirst(2).compactMap(Int.init)
        guard numbers.count == 4, let role = Role(rawValue: arguments[0]) else {
            return "the arguments of the trial are wrong"
        }
        ProcessLimits(seconds: numbers[3], memory: numbers[2]).apply()
        let trial = ModelTrial(
            role, path: arguments[1], threads: numbers[0], maximumRunMemory: numbers[1])
        do {
            try trial.load()
            return approval
        } catch {
            return String("\(error)".prefix(replyLimit / 8))
        }
    }

    private func load() throws {
        switch role {
        case .tensors:
            let model = try TensorModel(
                FileHandle.standardInput.readDataToEndOfFile(), threads: threads,
                maximumRunBytes: maximumRunMemory)
            try model.makeRunner().runOnZeros(of: model)
        case .detector:
            var options = LocalizerOptions()
            options.threadCount = threads
            let localizer = try Localizer(ModelFile(path: path ?? ""), options: options)
            _ = try ObjectDetector(localizer: localizer).objects(in: Self.blank())
        case .classifier:
            var options = ClassifierOptions()
            options.threadCount = threads
            let classifier = try Classifier(ModelFile(path: path ?? ""), options: options)
            _ = try classifier.labels(in: Self.blank())
        }
    }

    /// An image without content.
    private static func blank() throws -> VisionImage {
        VisionImage(
            try ImageBuffer(
                width: 64, height: 64, format: .rgb8,
                bytes: [UInt8](repeating: 128, count: 64 * 64 * 3)))
    }
}

extension TensorRunner {
    /// Runs a model once, so that its first real run is as fast as the others.
    func runOnZeros(of model: TensorModel) throws(ServingError) {
        do throws(ServingError) {
            _ = try run(model.zeroInputs)
        } catch  where error.code == .failed || error.code == .invalidInput {
            // A model may reject zeros, or 1 as an open extent.
        }
    }
}
