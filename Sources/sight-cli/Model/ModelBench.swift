import SightInference

/// Measures a model: load, first run, then many.
package struct ModelBench: Sendable {
    private let path: String
    private let threads: Int
    private let runs: Int
    private let warmup: Int
    private let isProfiled: Bool

    /// Makes a measurement to come.
    ///
    /// - Precondition: all counts are positive; `warmup` includes the first run.
    package init(path: String, threads: Int, runs: Int, warmup: Int, isProfiled: Bool) {
        self.path = path
        self.threads = threads
        self.runs = runs
        self.warmup = warmup
        self.isProfiled = isProfiled
    }

    /// Loads and runs the model.
    ///
    /// - Throws: ``CommandError`` with status `modelUnusable`.
    package func run() throws(CommandError) -> BenchResult {
        var stopwatch = Stopwatch()
        let file = try LoadedModel(path: path)
        let graph = try file.prepare(threads: threads)
        let execution = Execution(graph)
        let load = stopwatch.lap()
        BenchNoise.fill(graph, in: execution)
        do {
            stopwatch.restart()
            try execution.run()
            let first = stopwatch.lap()
            for _ in 1..<warmup { try execution.run() }
            var times: [Double] = []
            for _ in 0..<runs {
                stopwatch.restart()
                try execution.run()
                times.append(stopwatch.lap())
            }
            let profile = isProfiled ? try profile(execution, graph, of: file.model) : nil
            return BenchResult(
                model: path, threads: threads,
                tier: KernelTier.current,
                loadMilliseconds: load, firstRunMilliseconds: first, times: times,
                peakBytes: ProcessMemory.peakByteCount, profile: profile)
        } catch {
            throw CommandError(error, model: path)
        }
    }

    private func profile(_ execution: Execution, _ graph: PreparedGraph, of model: Model)
        throws(ModelError) -> BenchProfile
    {
        var sums = [Double](repeating: 0, count: graph.nodeNames.count)
        let count = min(runs, 20)
        for _ in 0..<count {
            var stopwatch = Stopwatch()
            try execution.run { sums[$0] += stopwatch.lap() }
        }
        return BenchProfile(
            nodes: model.main.nodes.map { node in
                BenchProfile.Entry(
                    name: graph.nodeNames[node.index], operatorName: node.code.name,
                    milliseconds: sums[node.index] / Double(count))
            })
    }
}
