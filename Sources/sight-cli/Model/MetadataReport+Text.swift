extension MetadataReport {
    /// The report as text: the metadata, its files and its labels.
    var text: String {
        [
            section("METADATA", aboutTable), section("DESCRIBED TENSORS", tensorTable),
            section("FILES", fileTable), section("LABELS", labelTable),
            problems.isEmpty
                ? ""
                : "METADATA PROBLEMS\n"
                    + problems.map { "  \(Console.printable($0))\n" }.joined(),
        ]
        .filter { !$0.isEmpty }.joined(separator: "\n")
    }

    private func section(_ title: String, _ table: TextTable) -> String {
        table.text.isEmpty ? "" : "\(title)\n\(table.text)"
    }

    private var aboutTable: TextTable {
        var table = TextTable([("entry", .left), ("value", .left)])
        for blob in blobs { table.add(blob.name, "\(blob.bytes) bytes") }
        if let minimumRuntimeVersion { table.add("minimum runtime", minimumRuntimeVersion) }
        for (name, value) in about.sorted(by: { $0.key < $1.key }) { table.add(name, value) }
        return table
    }

    private var tensorTable: TextTable {
        var table = TextTable([("tensor", .left), ("name", .left), ("", .left)])
        for (index, tensor) in inputs.enumerated() {
            table.add("input \(index)", tensor.name, tensor.detail)
        }
        for (index, tensor) in outputs.enumerated() {
            table.add("output \(index)", tensor.name, tensor.detail)
        }
        return table
    }

    private var fileTable: TextTable {
        var table = TextTable([
            ("file", .left), ("kind", .left), ("locale", .left), ("bytes", .right),
        ])
        for file in files {
            table.add(file.name, file.kind, file.locale, file.bytes.map(String.init) ?? "missing")
        }
        return table
    }

    private var labelTable: TextTable {
        var table = TextTable([("output", .right), ("labels", .right), ("", .left)])
        for labels in labels {
            let names = labels.displayNames ?? labels.names
            let sample = names.prefix(6).joined(separator: ", ")
            table.add(
                String(labels.output), String(names.count),
                names.count > 6 ? sample + ", …" : sample)
        }
        return table
    }
}
