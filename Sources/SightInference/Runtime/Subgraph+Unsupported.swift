extension Subgraph {
    /// Every operator or version that the registry lacks, once each, with its first node.
    package func unsupportedNodes() -> [String] {
        var seen: Set<String> = []
        var problems: [String] = []
        for node in nodes {
            let problem: String
            if let type = OperatorRegistry.find(node.code) {
                guard !type.versions.contains(node.version) else { continue }
                problem = "\(node.code.name) version \(node.version)"
            } else if case .custom(let name) = node.code {
                problem = "custom operator \(name)"
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
