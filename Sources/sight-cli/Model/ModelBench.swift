import Sight
package import SightInference
import SightModelFile

/// Measures the times of loading a model, of its first run and of further runs.
package struct ModelBench: Sendable {
    private let path: String
    private let threads: Int
    private let precision: FloatPrecision
    private let runs: Int
    private let warmup: Int
    private let isProfiled: Bool
    private let inputs: [String]

    /// Configures a measurement without loading the model yet.
    ///
    /// - Precondition: all counts are positive; `warmup` includes the first run.
    /// `inputs` are arguments of `--input`; without them, the inputs are random.
    package init(
        path: String, threads: Int, precision: FloatPrecision = .binary32, runs: Int, warmup: Int,
        isProfiled: Bool, inputs: [String] = []
    ) {
        self.path = path
        self.threads = threads
        self.precision = precision
        self.runs = runs
        self.warmup = warmup
        self.isProfiled = isProfiled
        self.inputs = inputs
    }

    /// Loads and runs the model.
    ///
    /// - Throws: ``CommandError`` with status `modelUnusable`.
    package func run() throws(CommandError) -> BenchResult {
        let model = try RunningModel(
            path: path, threads: threads, precision: precision, inputs: inputs)
        do {
            for _ in 1..<warmup { try model.execution.run() }
            let times = try model.times(runs: runs)
            let profile =
                isProfiled ? try profile(model.execution, model.graph, of: model.model) : nil
            var memory = model.memory
            memory.note()
            return BenchResult(
                model: path, threads: threads, tier: KernelTier.current,
                loadMilliseconds: model.loadMilliseconds,
                firstRunMilliseconds: model.firstRunMilliseconds, times: times, memory: memory,
                profile: profile)
        } catch {
            throw CommandError(error, model: path)
        }
    }

    /// Loads the model, runs it once, and then a round for each number of runs that `next` gives.
    ///
    /// - Precondition: `next` returns only numbers above 0.
    /// - Throws: ``CommandError`` with status `modelUnusable`, and the errors of `next`.
    package func takeTurns(
        next: () throws(CommandError) -> Int?, started: (BenchStart) -> Void,
        report: (BenchRound) -> Void
    ) throws(CommandError) {
        let model = try RunningModel(
            path: path, threads: threads, precision: precision, inputs: inputs)
        started(
            BenchStart(
                loadMilliseconds: model.loadMilliseconds,
                firstRunMilliseconds: model.firstRunMilliseconds,
                processorMilliseconds: model.processorMilliseconds,
                growthBytes: model.memory.growthBytes))
        while let runs = try next() {
            let times: [Double]
            do throws(ModelError) {
                times = try model.times(runs: runs)
            } catch {
                throw CommandError(error, model: path)
            }
            report(BenchRound(medianMilliseconds: BenchResult.percentile(50, of: times)))
        }
    }

    private func profile(_ execution: Execution, _ graph: PreparedGraph, of model: Model)
        throws(ModelError) -> BenchProfile
    {
        let names = graph.nodeNames
        var sums = [Double](repeating: 0, count: names.count)
        let count = min(runs, 20)
        for _ in 0..<count {
            var stopwatch = Stopwatch()
            try execution.run { sums[$0] += stopwatch.lap() }
        }
        let peak = MachinePeak.measure()
        return BenchProfile(
            nodes: model.main.nodes.map { node in
                let milliseconds = sums[node.index] / Double(count)
                let work = graph.multiplyAdds(of: node)
                let speed = work.map { Double($0.count) / max(milliseconds, 1e-9) * 1e3 }
                let limit = (work?.isInteger == true ? peak.integer : peak.float) * Double(threads)
                return BenchProfile.Entry(
                    name: names[node.index], operatorName: node.code.name,
                    milliseconds: milliseconds, gigaMultiplyAddsPerSecond: speed.map { $0 * 1e-9 },
                    peakShare: speed.map { $0 / limit })
            })
    }
}
