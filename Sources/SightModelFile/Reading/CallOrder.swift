/// Checks that graphs call only graphs of the model and never themselves, directly or indirectly.
struct CallOrder {
    private let calls: [[Int]]
    /// The state of each graph: 0 before its visit, 1 during it, 2 after it.
    private var states: [Int]

    /// Checks all graphs.
    ///
    /// - Throws: ``ModelError`` with code `malformed`.
    static func check(_ subgraphs: [Subgraph]) throws(ModelError) {
        var order = CallOrder(
            calls: try subgraphs.map { graph throws(ModelError) in
                try graph.calls(graphCount: subgraphs.count)
            })
        for graph in subgraphs.indices { try order.visit(graph) }
    }

    private init(calls: [[Int]]) {
        self.calls = calls
        states = calls.map { _ in 0 }
    }

    /// Visits a graph depth first, with its own stack because a file may nest calls without limit.
    private mutating func visit(_ start: Int) throws(ModelError) {
        guard states[start] == 0, !calls[start].isEmpty else { return }
        var stack = [(graph: start, next: 0)]
        states[start] = 1
        while let top = stack.last {
            guard top.next < calls[top.graph].count else {
                states[top.graph] = 2
                stack.removeLast()
                continue
            }
            stack[stack.count - 1].next += 1
            let called = calls[top.graph][top.next]
            guard states[called] != 1 else {
                throw ModelError(
                    .malformed, "graph \(top.graph) calls graph \(called), which calls it")
            }
            guard states[called] == 0 else { continue }
            states[called] = 1
            stack.append((called, 0))
        }
    }
}

extension Subgraph {
    /// Returns the graphs that nodes call, without repetitions.
    ///
    /// - Throws: ``ModelError`` with code `malformed` if the model does not have a called graph.
    package func calls(graphCount: Int) throws(ModelError) -> [Int] {
        var calls: Set<Int> = []
        for node in nodes {
            for graph in try node.calledGraphs() {
                guard (0..<graphCount).contains(graph) else {
                    throw ModelError(
                        .malformed,
                        "\(node.code.name) #\(node.index): calls graph \(graph) of \(graphCount)")
                }
                calls.insert(graph)
            }
        }
        return calls.isEmpty ? [] : calls.sorted()
    }
}
