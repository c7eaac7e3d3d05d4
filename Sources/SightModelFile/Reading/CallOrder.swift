/// Checks that graphs call graphs of the model and never, by any way, themselves.
struct CallOrder {
    private let calls: [[Int]]
    /// 0 before a graph is looked at, 1 while, 2 after.
    private var states: [Int]

    /// Looks at all graphs.
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

    /// Depth first with a stack of its own: files may nest as deep as they like.
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
    /// The graphs that nodes call, once each.
    ///
    /// - Throws: ``ModelError`` with code `malformed` for one that the model does not have.
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
