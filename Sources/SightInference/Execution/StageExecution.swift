import SightModelFile
import SightTensor

/// The memory of one run of a prepared stage.
///
/// It is not thread-safe.
final class StageExecution {
    let plan: PreparedStage
    /// The memory of the graphs that nodes call, by call slot.
    let children: [Execution]
    /// The shapes that operators determined in the last run, by tensor index.
    private(set) var shownShapes: [Int: Shape] = [:]
    let resources: ResourceStore
    let strings: StringStore
    private var shownOwners: [Int: AnyObject] = [:]
    private let pool: WorkerPool?
    /// The memory of a stage that was prepared while running.
    private let counted: [CountedBytes]
    private let arena: AlignedStorage
    private let slots: SlotAddresses
    private let addresses: UnsafeMutablePointer<UnsafeMutableRawPointer>
    /// The first error that a task of the current step threw.
    private let failure = FirstFailure()

    /// Allocates the arena, which is zero, and the memory of called graphs.
    init(
        _ plan: PreparedStage, after previous: StageExecution? = nil, resources: ResourceStore,
        strings: StringStore, pool: WorkerPool?, counted: [CountedBytes] = []
    ) {
        self.plan = plan
        self.pool = pool
        self.counted = counted
        self.resources = resources
        self.strings = strings
        children = plan.children.map {
            Execution($0, resources: resources, strings: strings)
        }
        arena = AlignedStorage(byteCount: plan.layout.arenaByteCount)
        slots = SlotAddresses(count: plan.layout.places.count)
        addresses = slots.start
        for (index, place) in plan.layout.places.enumerated() {
            let address: UnsafeMutableRawPointer =
                switch place {
                case .arena(let offset): arena.start + offset
                case .constant(let constant):
                    constant.bytes.baseAddress.map { UnsafeMutableRawPointer(mutating: $0) }
                        ?? arena.start
                case .earlier(let slot, let offset):
                    previous.map { $0.address(slot) + offset } ?? arena.start
                case .nowhere: arena.start
                }
            addresses[index] = address
        }
    }

    /// Creates the memory to run the steps of one node alone; ``place(_:at:)`` sets the addresses.
    init(_ steps: [PreparedGraph.Step], slots: SlotAddresses, strings: StringStore) {
        plan = PreparedStage(
            steps: steps, layout: MemoryLayoutPlan(places: [], arenaByteCount: 0), tensors: [],
            children: [], dependencies: [], givenShapes: [:], continuation: nil,
            preparedByteCount: 0, fusions: [])
        pool = nil
        counted = []
        resources = ResourceStore()
        self.strings = strings
        children = []
        arena = AlignedStorage(byteCount: 0)
        self.slots = slots
        addresses = slots.start
    }

    /// Sets the address of a slot to memory that exists longer than this object.
    func place(_ slot: Int, at start: UnsafeMutableRawPointer) { addresses[slot] = start }

    /// Returns the address of a slot.
    func address(_ slot: Int) -> UnsafeMutableRawPointer { addresses[slot] }

    /// Returns the bytes of a tensor; none if only a later stage has them.
    func bytes(_ tensor: Int) -> UnsafeMutableRawBufferPointer {
        let spec = plan.tensors[tensor]
        if case .nowhere = plan.layout.places[tensor] {
            return UnsafeMutableRawBufferPointer(start: addresses[tensor], count: 0)
        }
        // A sparse constant has fewer bytes than its shape needs.
        let available = spec.constant?.bytes.count ?? .max
        return UnsafeMutableRawBufferPointer(
            start: addresses[tensor], count: min(spec.byteCount, available))
    }

    /// Updates the addresses of tensors in the previous stage.
    func refresh(after previous: StageExecution) {
        for (index, place) in plan.layout.places.enumerated() {
            if case .earlier(let slot, let offset) = place {
                addresses[index] = previous.address(slot) + offset
            }
        }
    }

    /// Sets an output whose shape is only known at run time.
    ///
    /// `owner` keeps the bytes alive until the next run.
    func show(
        _ tensor: Int, _ bytes: UnsafeMutableRawBufferPointer, _ shape: Shape, owner: AnyObject
    ) {
        addresses[tensor] = bytes.baseAddress ?? arena.start
        shownShapes[tensor] = shape
        shownOwners[tensor] = owner
    }

    /// Resets the outputs that ``show(_:_:_:owner:)`` has set.
    func forgetShown() {
        for tensor in shownShapes.keys { addresses[tensor] = arena.start }
        shownShapes = [:]
        shownOwners = [:]
    }

    // MARK: Running

    /// Runs all nodes in order.
    ///
    /// The method itself allocates no memory; see ``Execution/run(observing:checking:)`` for the
    /// operators.
    func run(observing observe: ((_ node: Int) throws(ModelError) -> Void)?) throws(ModelError) {
        let check = resources.check
        let memory = TensorMemory(addresses: addresses, stage: self)
        // A step is read in place: a copy would count references for each small operator.
        try plan.steps.withUnsafeBufferPointer { steps throws(ModelError) in
            for index in steps.indices {
                if steps[index].taskCount == 1 {
                    try steps[index].operation.run(0, memory)
                } else {
                    try runTasks(of: steps[index])
                }
                try observe?(steps[index].node)
                try check?()
            }
        }
    }

    private func runTasks(of step: PreparedGraph.Step) throws(ModelError) {
        var tasks = StepTasks(
            operation: step.operation, memory: TensorMemory(addresses: addresses, stage: self),
            failure: failure)
        withUnsafeMutablePointer(to: &tasks) { tasks in
            guard let pool else {
                for task in 0..<step.taskCount { tasks.pointee.run(task) }
                return
            }
            pool.run(step.taskCount, context: tasks) { tasks, task in
                tasks?.assumingMemoryBound(to: StepTasks.self).pointee.run(task)
            }
        }
        try failure.take()
    }
}

/// The tasks of one step, for the threads that run them.
///
/// It cannot be copied: a copy would count references, and threads that count the same references
/// at the same time wait for each other.
private struct StepTasks: ~Copyable {
    let operation: any StepOperation
    let memory: TensorMemory
    /// Exists longer than this value.
    unowned(unsafe) let failure: FirstFailure

    func run(_ task: Int) {
        do throws(ModelError) {
            try operation.run(task, memory)
        } catch {
            failure.note(error)
        }
    }
}
