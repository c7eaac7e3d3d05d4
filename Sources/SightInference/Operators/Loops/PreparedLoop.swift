import SightModelFile

/// The prepared form of most operators: a loop over their tensors, in independent tasks.
///
/// The loop is a closure made where the element types are known, so the compiler specializes it.
struct PreparedLoop: PreparedOperator {
    /// The body of one task, with its index and the tensors' addresses.
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

/// The division of `count` equal pieces of work into tasks.
struct TaskSplit: Sendable {
    let count: Int
    let taskCount: Int

    /// Splits the work so that each task has at least about 8,192 elements, and all threads get as
    /// many tasks.
    ///
    /// - Parameters:
    ///   - count: the number of pieces, such as rows.
    ///   - cost: the number of elements of a piece.
    ///   - threads: the number of threads that share the tasks; one thread gets one task.
    init(_ count: Int, cost: Int = 1, threads: Int) {
        self.count = count
        let (elements, overflow) = count.multipliedReportingOverflow(by: max(1, cost))
        let useful = min(overflow ? count : elements >> 13, count, 4 * threads)
        taskCount = threads == 1 ? 1 : useful.shared(by: threads)
    }

    /// Returns the pieces of a task.
    @inline(__always)
    func range(_ task: Int) -> Range<Int> {
        guard taskCount > 1 else { return 0..<count }
        let (whole, rest) = count.quotientAndRemainder(dividingBy: taskCount)
        let start = task * whole + min(task, rest)
        return start..<(start + whole + (task < rest ? 1 : 0))
    }
}
