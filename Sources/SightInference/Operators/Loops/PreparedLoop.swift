import SightModelFile

/// What most operators become: a loop over their tensors, in independent tasks.
///
/// The loop is a closure made where the element types are known, so that it is compiled for them.
struct PreparedLoop: PreparedOperator {
    /// One task: its index and the tensors' addresses.
    typealias Body = @Sendable (Int, borrowing TensorMemory) throws(ModelError) -> Void

    let taskCount: Int
    private let body: Body

    init(tasks: Int = 1, _ body: @escaping Body) {
        taskCount = tasks
        self.body = body
    }

    func run(_ task: Int, _ memory: borrowing TensorMemory) throws(ModelError) {
        try body(task, memory)
    }
}

/// How `count` equal pieces of work are shared by tasks.
struct TaskSplit: Sendable {
    let count: Int
    let taskCount: Int

    /// Splits so that each task has about 8,192 elements at least, and each thread as many tasks.
    ///
    /// - Parameters:
    ///   - count: pieces, such as rows.
    ///   - cost: elements of a piece.
    ///   - threads: threads that share the tasks; one thread gets one task.
    init(_ count: Int, cost: Int = 1, threads: Int) {
        self.count = count
        let (elements, overflow) = count.multipliedReportingOverflow(by: max(1, cost))
        let useful = min(overflow ? count : elements >> 13, count, 4 * threads)
        taskCount = threads == 1 ? 1 : useful.shared(by: threads)
    }

    /// The pieces of a task.
    @inline(__always)
    func range(_ task: Int) -> Range<Int> {
        let (whole, rest) = count.quotientAndRemainder(dividingBy: taskCount)
        let start = task * whole + min(task, rest)
        return start..<(start + whole + (task < rest ? 1 : 0))
    }
}
