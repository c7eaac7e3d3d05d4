import SightInference
import SightModelFile

/// A model that has been loaded and run once, with the time of loading and that of the first run.
struct RunningModel {
    let model: Model
    let graph: PreparedGraph
    let execution: Execution
    /// The time from the path to a graph that is ready to run.
    let loadMilliseconds: Double
    let firstRunMilliseconds: Double
    /// The processor time of loading and of the first run, in all threads.
    let processorMilliseconds: Double
    /// The memory up to the end of the first run.
    let memory: BenchMemory

    /// Loads and runs a model; without `inputs`, arguments of `--input`, its inputs are random.
    ///
    /// - Throws: ``CommandError`` with status `modelUnusable`, and those of ``ModelInputs``.
    init(path: String, threads: Int, precision: FloatPrecision, inputs: [String])
        throws(CommandError)
    {
        var memory = BenchMemory()
        var stopwatch = Stopwatch()
        var processor = ProcessorStopwatch()
        let file = try LoadedModel(path: path)
        var load = stopwatch.lap()
        processor.pause()
        let arrays = try memory.leaveOut { () throws(CommandError) -> ModelInputs? in
            inputs.isEmpty ? nil : try ModelInputs(inputs, for: file.model)
        }
        stopwatch.restart()
        processor.resume()
        graph = try file.prepare(
            shapes: arrays?.shapes ?? [:], threads: threads, precision: precision)
        execution = Execution(graph)
        load += stopwatch.lap()
        processor.pause()
        do {
            if let arrays {
                try arrays.copy(into: execution, of: graph)
            } else {
                BenchNoise.fill(graph, in: execution)
            }
            stopwatch.restart()
            processor.resume()
            try execution.run()
        } catch {
            throw CommandError(error, model: path)
        }
        firstRunMilliseconds = stopwatch.lap()
        processor.pause()
        processorMilliseconds = processor.milliseconds
        memory.note()
        (model, loadMilliseconds, self.memory) = (file.model, load, memory)
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
