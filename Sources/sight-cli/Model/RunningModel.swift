import SightInference
import SightModelFile

/// A model that has been loaded and run once, with the time of loading and that of the first run.
struct RunningModel {
    let entry: EntryPoint
    let graph: PreparedGraph
    let execution: Execution
    /// The time from the path to a graph that is ready to run.
    let loadMilliseconds: Double
    let firstRunMilliseconds: Double
    /// The processor time of loading and of the first run, in all threads.
    let processorMilliseconds: Double
    /// The memory up to the end of the first run.
    let memory: BenchMemory

    /// Loads and runs a model.
    ///
    /// - Throws: ``CommandError`` with status `modelUnusable`, and those of ``EntryPoint`` and
    ///   ``ModelInputs``.
    init(_ setup: BenchSetup) throws(CommandError) {
        var memory = BenchMemory()
        var stopwatch = Stopwatch()
        var processor = ProcessorStopwatch()
        let file = try LoadedModel(path: setup.path)
        var load = stopwatch.lap()
        processor.pause()
        let (entry, inputs) = try memory.leaveOut {
            () throws(CommandError) -> (EntryPoint, ModelInputs) in
            let entry = try EntryPoint(file.model, signature: setup.signature)
            if setup.signature == nil, let remark = EntryPoint.remark(on: file) {
                Console.remark(remark)
            }
            let images = ImageFileInput(
                file.model, entry, normalization: setup.normalization)
            return (
                entry,
                try ModelInputs(
                    setup.inputs, shapes: setup.shapes, for: entry, images: images)
            )
        }
        stopwatch.restart()
        processor.resume()
        graph = try file.prepare(
            entry, resizings: inputs.resizings, threads: setup.threads,
            precision: setup.precision)
        execution = Execution(graph)
        load += stopwatch.lap()
        processor.pause()
        do {
            if inputs.haveFiles {
                try inputs.copy(into: execution, of: graph)
            } else {
                BenchNoise.fill(graph, in: execution)
            }
            stopwatch.restart()
            processor.resume()
            try execution.run()
        } catch {
            throw CommandError(error, model: setup.path)
        }
        firstRunMilliseconds = stopwatch.lap()
        processor.pause()
        processorMilliseconds = processor.milliseconds
        memory.note()
        (self.entry, loadMilliseconds, self.memory) = (entry, load, memory)
        inputs.remarkResizings()
    }

    /// Returns the time of each of several runs, in milliseconds.
    func times(runs: Int) throws(ModelError) -> [Double] {
        var stopwatch = Stopwatch()
        var times: [Double] = []
        times.reserveCapacity(runs)
        for _ in 0..<runs {
            stopwatch.restart()
            try execution.run()
            times.append(stopwatch.lap())
        }
        return times
    }
}
