extension ModelReport {
    /// The report as text, with a section for each part of the model.
    package var text: String {
        var sections = [header]
        sections.append(section("INPUTS", tensorTable(inputs)))
        sections.append(section("OUTPUTS", tensorTable(outputs)))
        if let head {
            let finding =
                head.problem.map { "no head: \($0)" }
                ?? "head \(head.name ?? ""): \(head.reason ?? "")"
            let lines = [finding] + [head.labels?.text].compactMap(\.self)
            sections.append(
                "DETECTOR\n" + lines.map { "  \(Console.printable($0))\n" }.joined())
        }
        sections.append(section("OPERATORS", operatorTable))
        for (index, subgraph) in subgraphs.enumerated() {
            let mark = subgraphs.count == 1 ? "" : " of graph \(index) \"\(subgraph.name)\""
            sections.append(section("NODES\(mark)", nodeTable(subgraph.nodes)))
            sections.append(section("TENSORS\(mark)", tensorTable(subgraph.tensors)))
        }
        sections.append(section("SIGNATURES", signatureTable))
        sections.append(metadata.text)
        sections.append(section("MEMORY", memoryTable))
        sections.append(
            problems.isEmpty
                ? ""
                : "\(needsInputShape ? "NEEDS AN INPUT SHAPE" : "CANNOT RUN")\n"
                    + problems.map { "  \(Console.printable($0))\n" }.joined())
        return sections.filter { !$0.isEmpty }.joined(separator: "\n")
    }

    private var header: String {
        let about = description.isEmpty ? "" : "  \(description)"
        let problem = needsInputShape ? "needs an input shape" : "cannot run here"
        let verdict = problems.isEmpty ? "" : "  \(problem), see below"
        return Console.printable("\(model)  \(bytes.asByteCount)\(about)\(verdict)") + "\n"
    }

    private func section(_ title: String, _ table: TextTable) -> String {
        table.text.isEmpty ? "" : "\(title)\n\(table.text)"
    }

    private func tensorTable(_ tensors: [TensorReport]) -> TextTable {
        var table = TextTable([
            ("#", .right), ("type", .left), ("shape", .left), ("bytes", .right), ("kind", .left),
            ("quantization", .left), ("name", .left),
        ])
        for tensor in tensors {
            table.add(
                "t\(tensor.index)", tensor.type, tensor.shapeText, String(tensor.bytes),
                tensor.kindText, tensor.quantizationText, tensor.name)
        }
        return table
    }

    private var operatorTable: TextTable {
        var table = TextTable([
            ("count", .right), ("operator", .left), ("version", .right), ("", .left),
        ])
        for kind in operators {
            table.add(
                String(kind.count), kind.name, String(kind.version),
                kind.isSupported ? "" : "not supported")
        }
        return table
    }

    private func nodeTable(_ nodes: [NodeReport]) -> TextTable {
        var table = TextTable([
            ("#", .right), ("operator", .left), ("inputs", .left), ("outputs", .left),
            ("options", .left),
        ])
        for node in nodes {
            table.add(
                String(node.index), node.operatorName, NodeReport.list(node.inputs),
                NodeReport.list(node.outputs), node.optionsText)
        }
        return table
    }

    private var signatureTable: TextTable {
        var table = TextTable([
            ("signature", .left), ("graph", .right), ("inputs", .left), ("outputs", .left),
        ])
        func list(_ entries: [SignatureReport.Entry]) -> String {
            entries.map { "\($0.name)=t\($0.tensor)" }.joined(separator: " ")
        }
        for signature in signatures {
            table.add(
                signature.key, String(signature.subgraph), list(signature.inputs),
                list(signature.outputs))
        }
        return table
    }

    private var memoryTable: TextTable {
        var table = TextTable([("part", .left), ("bytes", .right), ("", .right)])
        guard let memory else { return table }
        table.add("arena", String(memory.arenaBytes), memory.arenaBytes.asByteCount)
        table.add("constants", String(memory.constantBytes), memory.constantBytes.asByteCount)
        for entry in memory.largestTensors {
            table.add(
                "t\(entry.tensor) \(entry.name)", String(entry.bytes), entry.bytes.asByteCount)
        }
        return table
    }
}
