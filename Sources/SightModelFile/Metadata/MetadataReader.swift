/// Turns a metadata FlatBuffer into a checked ``ModelMetadata``.
struct MetadataReader {
    /// The process units of one tensor or graph, at most one of each kind.
    private struct ProcessUnits {
        var normalization: NormalizationOptions?
        var calibration: ScoreCalibration.Options?
        var threshold: Float?
    }

    private var budget: ReadBudget

    /// "M001", which is at byte 4.
    private static let identifier: UInt32 = 0x3130_304D

    /// Reads the metadata that `bytes` consists of.
    ///
    /// - Throws: ``ModelError`` with codes `malformed`, `tooLarge`, `invalidMetadata`.
    static func read(_ bytes: ModelBytes, archive: FileArchive, limits: ModelLimits)
        throws(ModelError) -> ModelMetadata
    {
        guard bytes.count >= 8, try bytes.load(UInt32.self, at: 4) == identifier else {
            throw ModelError(.invalidMetadata, "the metadata does not have the identifier M001")
        }
        var reader = MetadataReader(
            budget: ReadBudget(byteCount: bytes.count, limits: limits))
        return try reader.model(FlatTable(rootOf: bytes), archive)
    }

    private mutating func model(_ root: FlatTable, _ archive: FileArchive)
        throws(ModelError) -> ModelMetadata
    {
        let graphs = try budget.tables(root, 3, "graphs")
        let graph = try graphs.count > 0 ? graphs[0] : nil
        return ModelMetadata(
            name: try budget.text(root, 0, "name"),
            description: try budget.text(root, 1, "description"),
            version: try budget.text(root, 2, "version"),
            author: try budget.text(root, 4, "author"),
            license: try budget.text(root, 5, "license"),
            minimumParserVersion: try budget.text(root, 7, "parser version"),
            inputs: try graph.map { graph throws(ModelError) in try tensors(graph, 2) } ?? [],
            outputs: try graph.map { graph throws(ModelError) in try tensors(graph, 3) } ?? [],
            outputGroups: try graph.map { graph throws(ModelError) in try groups(graph, 8) } ?? [],
            associatedFiles: try files(root, 6)
                + (graph.map { graph throws(ModelError) in try files(graph, 4) } ?? []),
            customEntries: try graph.map { graph throws(ModelError) in
                try customEntries(graph, 9)
            } ?? [:],
            archive: archive)
    }

    // MARK: Tensors

    private mutating func tensors(_ graph: FlatTable, _ field: Int) throws(ModelError)
        -> [TensorMetadata]
    {
        var tensors: [TensorMetadata] = []
        let tables = try budget.tables(graph, field, "tensors")
        for index in tables.indices { tensors.append(try tensor(tables[index])) }
        return tensors
    }

    private mutating func tensor(_ table: FlatTable) throws(ModelError) -> TensorMetadata {
        let name = try budget.text(table, 0, "tensor name")
        let content = try table.table(3)
        let stats = try table.table(5)
        let units = try processUnits(table, 4, name)
        return TensorMetadata(
            name: name, description: try budget.text(table, 1, "tensor description"),
            content: try content.flatMap { content throws(ModelError) in
                try properties(content, name)
            },
            contentRange: try content?.table(2).flatMap { range throws(ModelError) in
                try Self.range(range)
            },
            normalization: units.normalization, scoreThreshold: units.threshold,
            calibrationOptions: units.calibration, associatedFiles: try files(table, 6),
            maximum: try stats.map { stats throws(ModelError) in
                try budget.floats(stats, 0, "maxima")
            } ?? [],
            minimum: try stats.map { stats throws(ModelError) in
                try budget.floats(stats, 1, "minima")
            } ?? [])
    }

    private static func range(_ table: FlatTable) throws(ModelError) -> ClosedRange<Int>? {
        let lower = Int(try table.scalar(0, default: Int32(0)))
        let upper = Int(try table.scalar(1, default: Int32(0)))
        return lower <= upper ? lower...upper : nil
    }

    private mutating func properties(_ content: FlatTable, _ name: String)
        throws(ModelError) -> TensorContent?
    {
        let value = try content.table(1)
        switch try content.scalar(0, default: UInt8(0)) {
        case 1: return .feature
        case 2: return .image(try image(value))
        case 3: return .boundingBoxes(try boundingBoxes(value, name))
        case 4: return .audio
        default: return nil  // Old models leave an empty table without information.
        }
    }

    private func image(_ table: FlatTable?) throws(ModelError) -> ImageProperties {
        let colorSpace = Int(try table?.scalar(0, default: Int8(0)) ?? 0)
        let size = try table?.table(1).map { size throws(ModelError) in
            ImageProperties.DefaultSize(
                width: Int(try size.scalar(0, default: UInt32(0))),
                height: Int(try size.scalar(1, default: UInt32(0))))
        }
        return ImageProperties(
            colorSpace: ImageProperties.ColorSpace(rawValue: colorSpace) ?? .unknown,
            defaultSize: size)
    }

    private mutating func boundingBoxes(_ table: FlatTable?, _ name: String)
        throws(ModelError) -> BoundingBoxProperties
    {
        var index = [0, 1, 2, 3]
        if let table, try table.count(0) > 0 {
            index = try budget.ints(table, 0, "box positions")
        }
        guard index.sorted() == [0, 1, 2, 3] else {
            throw ModelError(
                .invalidMetadata,
                "tensor \"\(name)\": box positions \(index) are not 0, 1, 2 and 3 in some order")
        }
        let kind = Int(try table?.scalar(1, default: Int8(0)) ?? 0)
        let coordinates = Int(try table?.scalar(2, default: Int8(0)) ?? 0)
        guard let coordinateType = BoundingBoxProperties.CoordinateType(rawValue: coordinates)
        else {
            throw ModelError(
                .invalidMetadata, "tensor \"\(name)\": coordinate type \(coordinates) is unknown")
        }
        return BoundingBoxProperties(
            index: index, kind: BoundingBoxProperties.Kind(rawValue: kind) ?? .unknown,
            coordinateType: coordinateType)
    }

    // MARK: Process units

    private mutating func processUnits(_ table: FlatTable, _ field: Int, _ name: String)
        throws(ModelError) -> ProcessUnits
    {
        var units = ProcessUnits()
        var seen: Set<UInt8> = []
        let tables = try budget.tables(table, field, "process units")
        for index in tables.indices {
            let unit = try tables[index]
            let kind = try unit.scalar(0, default: UInt8(0))
            guard kind == 0 || seen.insert(kind).inserted else {
                throw ModelError(
                    .invalidMetadata,
                    "tensor \"\(name)\" has two process units of kind \(kind), expected one",
                    detail: .metadata(.repeatedProcessUnit(kind: Int(kind))))
            }
            let options = try unit.table(1)
            switch kind {
            case 1: units.normalization = try normalization(options, name)
            case 2: units.calibration = try calibration(options)
            case 3: units.threshold = try score(options, 0)
            default: break  // Tokenizers of text models are not read.
            }
        }
        return units
    }

    private mutating func normalization(_ table: FlatTable?, _ name: String)
        throws(ModelError) -> NormalizationOptions
    {
        let mean = try table.map { table throws(ModelError) in
            try budget.floats(table, 0, "means")
        }
        let deviation = try table.map { table throws(ModelError) in
            try budget.floats(table, 1, "standard deviations")
        }
        guard let mean, let deviation, !mean.isEmpty, mean.count == deviation.count,
            mean.allSatisfy(\.isFinite), deviation.allSatisfy({ $0.isFinite && $0 != 0 })
        else {
            throw ModelError(
                .invalidMetadata,
                "tensor \"\(name)\": mean \((mean ?? []).prefix(4)) and standard deviation "
                    + "\((deviation ?? []).prefix(4)) are not as many numbers, or divide by zero")
        }
        return NormalizationOptions(mean: mean, std: deviation)
    }

    private func calibration(_ table: FlatTable?) throws(ModelError) -> ScoreCalibration.Options {
        let number = Int(try table?.scalar(0, default: Int8(0)) ?? 0)
        guard let transformation = ScoreCalibration.Transformation(rawValue: number) else {
            throw ModelError(.invalidMetadata, "score transformation \(number) is unknown")
        }
        return ScoreCalibration.Options(
            transformation: transformation, defaultScore: try score(table, 1))
    }

    private func score(_ table: FlatTable?, _ field: Int) throws(ModelError) -> Float {
        let score = try table?.scalar(field, default: Float(0)) ?? 0
        guard score.isFinite else {
            throw ModelError(.invalidMetadata, "a default or least score is \(score)")
        }
        return score
    }

    // MARK: Files and groups

    private mutating func files(_ table: FlatTable, _ field: Int) throws(ModelError)
        -> [AssociatedFile]
    {
        var files: [AssociatedFile] = []
        let tables = try budget.tables(table, field, "associated files")
        for index in tables.indices {
            let file = try tables[index]
            let kind = Int(try file.scalar(2, default: Int8(0)))
            files.append(
                AssociatedFile(
                    name: try budget.text(file, 0, "file name"),
                    description: try budget.text(file, 1, "file description"),
                    kind: AssociatedFile.Kind(rawValue: kind) ?? .unknown,
                    locale: try budget.text(file, 3, "file locale"),
                    version: try budget.text(file, 4, "file version")))
        }
        return files
    }

    /// Reads named bytes; if a name occurs twice, the last entry counts.
    private mutating func customEntries(_ graph: FlatTable, _ field: Int) throws(ModelError)
        -> [String: [UInt8]]
    {
        var entries: [String: [UInt8]] = [:]
        let tables = try budget.tables(graph, field, "custom metadata")
        for index in tables.indices {
            let entry = try tables[index]
            guard let range = try entry.byteRange(1) else { continue }
            try budget.spend(range.count, "custom metadata")
            entries[try budget.text(entry, 0, "custom metadata's name")] = Array(
                try entry.bytes.slice(range))
        }
        return entries
    }

    private mutating func groups(_ graph: FlatTable, _ field: Int) throws(ModelError)
        -> [TensorGroup]
    {
        var groups: [TensorGroup] = []
        let tables = try budget.tables(graph, field, "tensor groups")
        for index in tables.indices {
            let group = try tables[index]
            groups.append(
                TensorGroup(
                    name: try budget.text(group, 0, "group name"),
                    tensorNames: try budget.texts(group, 1, "tensor names")))
        }
        return groups
    }
}
