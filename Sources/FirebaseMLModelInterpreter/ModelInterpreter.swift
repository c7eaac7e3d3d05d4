import Dispatch
import FirebaseMLCommon
public import Foundation
import SightConcurrency
import SightDropIn
import SightTensorFlowLite

/// A callback with a model's outputs or an error: exactly one of the two is not `nil`.
public typealias ModelInterpreterRunCallback = (ModelOutputs?, (any Error)?) -> Void
/// A callback with the index of an input or output, or an error: exactly one is not `nil`.
public typealias ModelInterpreterInputOutputOpIndexCallback = (NSNumber?, (any Error)?) -> Void

/// Runs your own model on arrays of numbers.
///
/// Several threads may use an interpreter; its runs take place one after the other.
#if canImport(ObjectiveC)
    @objcMembers @objc(FIRModelInterpreter)
#endif
public final class ModelInterpreter: NSObject,
    @unchecked Sendable  // `loaded` is touched on the queue alone; the rest is constant
{
    private let queue = DispatchQueue(label: "sight.interpreter")
    private let path: @Sendable () -> String?
    private let name: String
    private var loaded: (interpreter: Interpreter, path: String)?
    private let statistics = Guarded(true)

    required init(name: String, _ path: @escaping @Sendable () -> String?) {
        self.name = name
        self.path = path
    }

    /// Makes an interpreter for a remote model; runs fail until the model is downloaded.
    #if canImport(ObjectiveC)
        @objc(modelInterpreterForRemoteModel:)
    #endif
    public class func modelInterpreter(remoteModel: CustomRemoteModel) -> Self {
        let reference = remoteModel.reference
        return self.init(name: remoteModel.name) { HostedModels.path(of: reference) }
    }

    /// Makes an interpreter for a model on the device.
    #if canImport(ObjectiveC)
        @objc(modelInterpreterForLocalModel:)
    #endif
    public class func modelInterpreter(localModel: CustomLocalModel) -> Self {
        let path = localModel.path
        return self.init(name: path) { path }
    }

    #if canImport(ObjectiveC)
        /// Whether statistics may be collected; has no effect, because Sight collects none.
        @objc(statsCollectionEnabled) public var isStatsCollectionEnabled: Bool {
            @objc(isStatsCollectionEnabled) get { statistics.current }
            @objc(setStatsCollectionEnabled:) set { statistics.current = newValue }
        }
    #else
        /// Whether statistics may be collected; has no effect, because Sight collects none.
        public var isStatsCollectionEnabled: Bool {
            get { statistics.current }
            set { statistics.current = newValue }
        }
    #endif

    /// Runs the model, and calls `completion` on the main queue.
    ///
    /// - Parameters:
    ///   - inputs: one value for each input, read before the method returns.
    ///   - options: the formats of the inputs and outputs.
    ///   - completion: called once. `DetectionCallbacks` chooses another queue.
    #if canImport(ObjectiveC)
        @objc(runWithInputs:options:completion:)
    #endif
    public func run(
        inputs: ModelInputs, options: ModelInputOutputOptions,
        completion: @escaping ModelInterpreterRunCallback
    ) {
        let finish = Completion<Result<ModelOutputs, any Error>>(completion)
        start(inputs, options) { finish($0) }
    }

    /// Runs the model; see ``run(inputs:options:completion:)``.
    ///
    /// - Returns: the outputs.
    /// - Throws: an `NSError` in `SightErrorDomain`.
    #if canImport(ObjectiveC)
        @nonobjc
    #endif
    public nonisolated(nonsending) func run(
        inputs: ModelInputs, options: ModelInputOutputOptions
    ) async throws -> ModelOutputs {
        try await withCheckedContinuation { continuation in
            start(inputs, options) { continuation.resume(returning: $0) }
        }.get()
    }

    /// Reads the inputs, and starts a run.
    private func start(
        _ inputs: ModelInputs, _ options: ModelInputOutputOptions,
        _ finish: @escaping @Sendable (Result<ModelOutputs, any Error>) -> Void
    ) {
        do throws(DropInError) {
            let data = try Self.data(inputs, options)
            // The options can change before the queue runs the body.
            let (inputFormats, outputFormats) = (options.inputs, options.outputs)
            perform(finish) { interpreter throws(DropInError) in
                try Self.run(interpreter, data, inputFormats, outputFormats)
            }
        } catch {
            finish(.failure(error.nsError))
        }
    }

    /// Finds the index of the input with a name, and calls `completion` on the main queue.
    #if canImport(ObjectiveC)
        @objc(inputIndexForOp:completion:)
    #endif
    public func inputIndex(
        opName: String, completion: @escaping ModelInterpreterInputOutputOpIndexCallback
    ) {
        let finish = Completion<Result<NSNumber, any Error>>(completion)
        find(.input, opName) { finish($0) }
    }

    /// Finds the index of the input with a name.
    ///
    /// - Throws: an `NSError` in `SightErrorDomain`.
    #if canImport(ObjectiveC)
        @nonobjc
    #endif
    public nonisolated(nonsending) func inputIndex(opName: String) async throws -> NSNumber {
        try await withCheckedContinuation { continuation in
            find(.input, opName) { continuation.resume(returning: $0) }
        }.get()
    }

    /// Finds the index of the output with a name, and calls `completion` on the main queue.
    #if canImport(ObjectiveC)
        @objc(outputIndexForOp:completion:)
    #endif
    public func outputIndex(
        opName: String, completion: @escaping ModelInterpreterInputOutputOpIndexCallback
    ) {
        let finish = Completion<Result<NSNumber, any Error>>(completion)
        find(.output, opName) { finish($0) }
    }

    /// Finds the index of the output with a name.
    ///
    /// - Throws: an `NSError` in `SightErrorDomain`.
    #if canImport(ObjectiveC)
        @nonobjc
    #endif
    public nonisolated(nonsending) func outputIndex(opName: String) async throws -> NSNumber {
        try await withCheckedContinuation { continuation in
            find(.output, opName) { continuation.resume(returning: $0) }
        }.get()
    }

    /// The two kinds of tensors that have names.
    private enum Kind: String {
        case input, output
    }

    private func find(
        _ kind: Kind, _ name: String,
        _ finish: @escaping @Sendable (Result<NSNumber, any Error>) -> Void
    ) {
        perform(finish) { interpreter throws(DropInError) in
            let names = kind == .input ? interpreter.inputNames : interpreter.outputNames
            return try Self.index(of: name, in: names, kind.rawValue)
        }
    }

    /// Runs a body with the loaded model on the queue, and passes its result to a handler.
    private func perform<Value: Sendable>(
        _ finish: @escaping @Sendable (Result<Value, any Error>) -> Void,
        _ body: @escaping @Sendable (Interpreter) throws(DropInError) -> Value
    ) {
        queue.async { [self] in
            do throws(DropInError) {
                finish(.success(try body(try interpreter())))
            } catch {
                finish(.failure(error.nsError))
            }
        }
    }

    /// Returns the loaded model; loads it at the first call, and again when its path has changed
    /// because a newer version was downloaded.
    private func interpreter() throws(DropInError) -> Interpreter {
        guard let path = path() else {
            throw DropInError(
                .modelNotDownloaded,
                "the model \"\(name)\" is not downloaded: call download(_:conditions:) of "
                    + "ModelManager and wait for its notification")
        }
        if let loaded, loaded.path == path { return loaded.interpreter }
        guard FileManager.default.fileExists(atPath: path) else {
            throw DropInError(.modelNotFound, "the model file \(path) does not exist")
        }
        let interpreter = try Self.wrapping(.incompatibleModel, "the model \(path)") {
            let interpreter = try Interpreter(modelPath: path)
            try interpreter.allocateTensors()
            return interpreter
        }
        loaded = (interpreter, path)
        return interpreter
    }
}

extension ModelInterpreter {
    /// Converts the inputs to bytes of their formats.
    private static func data(_ inputs: ModelInputs, _ options: ModelInputOutputOptions)
        throws(DropInError) -> [Data]
    {
        var data: [Data] = []
        for (index, value) in inputs.values.enumerated() {
            guard let format = options.inputs[index] else {
                throw DropInError(.invalidArgument, "the options have no format of input \(index)")
            }
            data.append(try format.data(value))
        }
        return data
    }

    /// Gives the inputs their shapes and bytes, runs the model, and reads the outputs.
    private static func run(
        _ interpreter: Interpreter, _ data: [Data], _ inputs: [Int: ModelFormat],
        _ outputs: [Int: ModelFormat]
    ) throws(DropInError) -> ModelOutputs {
        guard data.count == interpreter.inputTensorCount else {
            throw DropInError(
                .invalidArgument,
                "the model has \(interpreter.inputTensorCount) inputs, given are \(data.count)")
        }
        try check(interpreter, inputs)
        try wrapping(.invalidArgument, "the inputs") {
            for (index, format) in inputs where index < data.count {
                let shape = Tensor.Shape(format.dimensions)
                // After an allocation that failed there are facts, but no tensors.
                if try interpreter.inputFacts(at: index).shape != shape {
                    try interpreter.resizeInput(at: index, to: shape)
                }
            }
            try interpreter.allocateTensors()
            for (index, bytes) in data.enumerated() {
                try interpreter.copy(bytes, toInputAt: index)
            }
        }
        try wrapping(.internal, "the model") { try interpreter.invoke() }
        var values: [[Any]] = []
        for index in 0..<interpreter.outputTensorCount {
            let tensor = try wrapping(.internal, "output \(index)") {
                try interpreter.output(at: index)
            }
            guard let format = outputs[index], format.fits(tensor) else {
                throw mismatch(
                    "output \(index)", tensor.dataType, tensor.shape, outputs[index])
            }
            values.append(format.arrays(tensor.data))
        }
        return ModelOutputs(values)
    }

    /// Checks the types of the inputs; their shapes may differ from those of the model.
    private static func check(_ interpreter: Interpreter, _ inputs: [Int: ModelFormat])
        throws(DropInError)
    {
        for index in 0..<interpreter.inputTensorCount {
            let facts = try wrapping(.invalidArgument, "input \(index)") {
                try interpreter.inputFacts(at: index)
            }
            guard let format = inputs[index], format.fits(facts.dataType) else {
                throw mismatch("input \(index)", facts.dataType, facts.shape, inputs[index])
            }
        }
    }

    /// Returns the error for a tensor that has not the format of the options.
    private static func mismatch(
        _ tensor: String, _ type: Tensor.DataType, _ shape: Tensor.Shape, _ format: ModelFormat?
    ) -> DropInError {
        DropInError(
            .invalidArgument,
            "\(tensor) is \(type) \(shape.dimensions); the options say "
                + (format.map { "\($0.type) \($0.dimensions)" } ?? "nothing"))
    }

    /// Returns the first index of a name.
    ///
    /// - Throws: `notFound` with a message about the kind of tensor, such as "input".
    private static func index(
        of name: String, in names: [String], _ kind: String
    ) throws(DropInError) -> NSNumber {
        guard let index = names.firstIndex(of: name) else {
            throw DropInError(.notFound, "the model has no \(kind) \"\(name)\"")
        }
        return NSNumber(value: index)
    }

    /// Runs a body; an error of it becomes a `DropInError` whose message begins with `what`.
    @discardableResult
    private static func wrapping<Value>(
        _ code: SightErrorCode, _ what: String, _ body: () throws -> Value
    ) throws(DropInError) -> Value {
        do { return try body() } catch {
            throw DropInError(code, "\(what): \(error.localizedDescription)", cause: error)
        }
    }
}
