package import SightModelFile

extension Model {
    /// Returns the nodes of a graph and of its called graphs that the registry does not support.
    package func unsupportedNodes(
        from subgraph: Int,
        customOperators: (OperatorCode) -> (any Operator.Type)? = { _ in nil }
    ) -> [String] {
        var (graphs, next) = ([subgraph], 0)
        // An array, because the first set of a program makes the runtime search all conformances.
        var isKnown = [Bool](repeating: false, count: subgraphs.count)
        isKnown[subgraph] = true
        var problems: [String] = []
        var seen: Set<String> = []
        while next < graphs.count {
            let graph = subgraphs[graphs[next]]
            next += 1
            problems += graph.unsupportedNodes(customOperators: customOperators).filter {
                seen.insert($0).inserted
            }
            // The reader has checked the calls.
            let calls = (try? graph.calls(graphCount: subgraphs.count)) ?? []
            for call in calls where !isKnown[call] {
                isKnown[call] = true
                graphs.append(call)
            }
        }
        return problems
    }
}

extension Subgraph {
    /// Returns the first node of each operator and version that the registry does not support.
    package func unsupportedNodes(
        customOperators: (OperatorCode) -> (any Operator.Type)? = { _ in nil }
    ) -> [String] {
        var seen: Set<String> = []
        var problems: [String] = []
        for node in nodes {
            let problem: String
            if let type = OperatorRegistry.find(node.code) ?? customOperators(node.code) {
                guard !type.versions.contains(node.version) else { continue }
                problem = "\(node.code.name) version \(node.version)"
            } else if case .custom(let name) = node.code {
                problem =
                    name.hasPrefix("Flex")
                    ? "operator \(name.dropFirst(4)) of TensorFlow (\(name))"
                    : "custom operator \(name)"
            } else {
                problem = node.code.name
            }
            if seen.insert(problem).inserted {
                problems.append("\(problem) (node #\(node.index))")
            }
        }
        return problems
    }
}
