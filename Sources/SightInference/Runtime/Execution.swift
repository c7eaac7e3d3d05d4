import SightTensor

/// The memory to run a prepared graph in: one for each run at a time.
///
/// Not thread-safe; make one for each thread, they share the prepared graph.
package final class Execution {
    private let steps: [PreparedGraph.Step]
    private let layout: MemoryLayoutPlan
    private let variables: [TensorSpec]
    private let pool: WorkerPool?
    private let arena: AlignedStorage
    private let addresses: UnsafeMutablePointer<UnsafeMutableRawPointer>
    /// The step whose tasks are running.
    private var current = 0
    /// The first error of the current step, by the task that met it first.
    private let failure = FirstFailure()

    /// Allocates the arena; variables start as zero.
    package convenience init(_ graph: PreparedGraph) {
        self.init(
            steps: graph.steps, layout: graph.layout, variables: graph.variables, pool: graph.pool)
    }

    init(
        steps: [PreparedGraph.Step], layout: MemoryLayoutPlan, variables: [TensorSpec],
        pool: WorkerPool?
    ) {
        self.steps = steps
        self.layout = layout
        self.variables = variables
        self.pool = pool
        arena = AlignedStorage(byteCount: layout.arenaByteCount)
        addresses = .allocate(capacity: max(1, layout.places.count))
        for (index, place) in layout.places.enumerated() {
            let address: UnsafeMutableRawPointer =
                switch place {
                case .arena(let offset): arena.start + offset
                case .constant(let constant):
                    constant.bytes.baseAddress.map { UnsafeMutableRawPointer(mutating: $0) }
                        ?? arena.start
                }
            (addresses + index).initialize(to: address)
        }
    }

    deinit { addresses.deallocate() }

    /// First byte of a slot.
    func address(_ slot: TensorSlot) -> UnsafeMutableRawPointer { addresses[slot.index] }

    /// The bytes of an input, output or variable, or of any tensor a signature names.
    ///
    /// Valid while this object lives, overwritten by runs. Other tensors share their memory with
    /// each other.
    package func bytes(_ tensor: TensorSpec) -> UnsafeMutableRawBufferPointer {
        // A sparse constant has fewer bytes than its shape says.
        let available = tensor.constant?.bytes.count ?? .max
        return UnsafeMutableRawBufferPointer(
            start: address(tensor.slot), count: min(tensor.byteCount, available))
    }

    /// Sets all variable tensors to zero.
    package func resetVariables() {
        for variable in variables {
            bytes(variable).initializeMemory(as: UInt8.self, repeating: 0)
        }
    }

    /// Runs all nodes in order.
    ///
    /// Allocates nothing.
    ///
    /// - Parameter observe: called after each step with its node's index, for profiles; what it
    ///   throws ends the run, for cancellation.
    /// - Throws: ``ModelError`` with code `outOfRange` or `cancelled`; the inputs stay as they were and the next
    ///   run starts afresh.
    package func run(observing observe: ((_ node: Int) throws(ModelError) -> Void)? = nil)
        throws(ModelError)
    {
        for index in steps.indices {
            let step = steps[index]
            if step.taskCount == 1 {
                try step.operation.run(0, TensorMemory(addresses: addresses))
            } else {
                try runTasks(of: index)
            }
            try observe?(step.node)
        }
    }

    private func runTasks(of index: Int) throws(ModelError) {
        current = index
        let context = Unmanaged.passUnretained(self).toOpaque()
        guard let pool else {
            for task in 0..<steps[index].taskCount { runTask(task) }
            return try failure.take()
        }
        pool.run(steps[index].taskCount, context: context) { context, task in
            guard let context else { return }
            Unmanaged<Execution>.fromOpaque(context).takeUnretainedValue().runTask(task)
        }
        try failure.take()
    }

    private func runTask(_ task: Int) {
        do throws(ModelError) {
            try steps[current].operation.run(task, TensorMemory(addresses: addresses))
        } catch {
            failure.note(error)
        }
    }
}
