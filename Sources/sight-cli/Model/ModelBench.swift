import Sight
import SightInference
import SightModelFile

/// Measures the times of loading a model, of its first run and of further runs.
package struct ModelBench: Sendable {
    private let setup: BenchSetup
    private let runs: Int
    private let warmup: Int
    private let isProfiled: Bool

    /// Configures a measurement without loading the model yet.
    ///
    /// - Precondition: all counts are positive; `warmup` includes the first run.
    package init(_ setup: BenchSetup, runs: Int, warmup: Int, isProfiled: Bool) {
        self.setup = setup
        self.runs = runs
        self.warmup = warmup
        self.isProfiled = isProfiled
    }

    /// Loads and runs the model.
    ///
    /// - Throws: ``CommandError`` with status `modelUnusable`.
    package func run() throws(CommandError) -> BenchResult {
        let model = try RunningModel(setup)
        do {
            for _ in 1..<warmup { try model.execution.run() }
            let times = try model.times(runs: runs)
            let profile =
                isProfiled ? try profile(model.execution, model.graph, of: model.entry) : nil
            var memory = model.memory
            memory.note()
            return BenchResult(
                model: setup.path, threads: setup.threads, tier: KernelTier.current,
                loadMilliseconds: model.loadMilliseconds,
                firstRunMilliseconds: model.firstRunMilliseconds, times: times, memory: memory,
                profile: profile)
        } catch {
            throw CommandError(error, model: setup.path)
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
        let model = try RunningModel(setup)
        started(
            BenchStart(
                loadMilliseconds: model.loadMilliseconds.significant,
                firstRunMilliseconds: model.firstRunMilliseconds.significant,
                processorMilliseconds: model.processorMilliseconds.significant,
                growthBytes: model.memory.growthBytes))
        while let runs = try next() {
            let times: [Double]
            do throws(ModelError) {
                times = try model.times(runs: runs)
            } catch {
                throw CommandError(error, model: setup.path)
            }
            report(
                BenchRound(
                    medianMilliseconds: BenchResult.percentile(50, of: times).significant))
        }
    }

    private func profile(_ execution: Execution, _ graph: PreparedGraph, of entry: EntryPoint)
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
        var hosts: [Int: Int] = [:]
        for fusion in graph.fusions where fusion.refusal == nil { hosts[fusion.node] = fusion.host }
        return BenchProfile(
            nodes: entry.graph.nodes.map { node in
                let milliseconds = sums[node.index] / Double(count)
                let host = hosts[node.index]
                let work = host == nil ? graph.multiplyAdds(of: node) : nil
                let speed = work.map { Double($0.count) / max(milliseconds, 1e-9) * 1e3 }
                let limit =
                    (work?.isInteger == true ? peak.integer : peak.float) * Double(setup.threads)
                return BenchProfile.Entry(
                    name: names[node.index], operatorName: node.code.name,
                    milliseconds: milliseconds.significant,
                    gigaMultiplyAddsPerSecond: speed.map { ($0 * 1e-9).significant },
                    peakShare: speed.map { ($0 / limit).significant }, host: host,
                    fusedInto: host.map { names[$0] })
            })
    }
}
