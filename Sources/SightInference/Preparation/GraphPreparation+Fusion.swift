import SightModelFile
import SightTensor

/// Applies the rules of fusion that depend on the shapes and types of tensors.
extension GraphPreparation {
    /// Prepares a node and fuses it as the plan allows.
    ///
    /// - Returns: the operators that run for the node, in order.
    func fuse(
        _ preparation: Preparation, prepare: () throws(ModelError) -> any PreparedOperator
    ) throws(ModelError) -> [any PreparedOperator] {
        if let result = fusion.finished[preparation.node.index] {
            try preparation.show(result)
            return []
        }
        if try fusedSlice(preparation) { return [] }
        if let assignment = try assignment(preparation) { return [assignment] }
        if let table = try table(preparation) { return [table] }
        if let swish = try swish(preparation) { return [swish] }
        let operation = try prepare()
        switch operation.form {
        case .border(let before, let after):
            if try fusedBorder(before, after, preparation.node) { return preparation.phases }
        case .source(let layer):
            if try deferred(layer, preparation.node) { return preparation.phases }
        case .reader(let product): return try joined(product, preparation)
        case .plain: break
        }
        return separated(preparation, "its reader computes other types")
            + preparation.phases + [operation]
    }

    // MARK: A PAD into a convolution or a pool

    /// Makes a PAD's output an alias of the image, if its reader can add the border.
    ///
    /// - Returns: whether the PAD is fused.
    private func fusedBorder(_ before: [Int], _ after: [Int], _ node: Node) throws(ModelError)
        -> Bool
    {
        guard
            let candidate = fusion.plan.candidate(.padIntoConvolution, for: node.index)
                ?? fusion.plan.candidate(.padIntoPool, for: node.index),
            let host = candidate.host.map({ graph.nodes[$0] }), let source = node.inputs[0]
        else { return false }
        let output = node.outputs[0]
        let reason: String?
        var filter: VirtualBorder.Filter?
        if candidate.rule == .padIntoPool {
            reason = PadIntoPool.refusal(
                spec(source), spec(output), pool: host, before: before, after: after)
        } else {
            guard let weights = host.inputs[1].map({ spec($0) }) else { return false }
            reason = PadIntoConvolution.refusal(
                spec(source), spec(output), filter: weights, before: before, after: after)
            if reason == nil { filter = .init(weights.shape, weights.elementType) }
        }
        if let reason {
            fusion.refuse(candidate, reason)
            return false
        }
        let border = VirtualBorder(
            image: spec(source).shape, top: before[1], left: before[2], filter: filter)
        alias(output, to: source)
        fusion.addBorder(border, of: output, node.index)
        return true
    }

    // MARK: A depthwise layer into a pointwise convolution

    /// Lets the reader of a layer compute it, if that is possible.
    ///
    /// - Returns: whether the layer is left to its reader.
    private func deferred(_ layer: any StripSource, _ node: Node) throws(ModelError) -> Bool {
        guard let candidate = fusion.plan.candidate(.depthwiseIntoPointwise, for: node.index),
            let host = candidate.host, let input = node.inputs[0],
            let filter = graph.nodes[host].inputs[1], let result = graph.nodes[host].outputs.first
        else { return false }
        if let reason = DepthwiseIntoPointwise.refusal(
            spec(input), spec(node.outputs[0]), filter: spec(filter), result: spec(result))
        {
            fusion.refuse(candidate, reason)
            return false
        }
        fusion.wait(layer, node.index, output: node.outputs[0])
        return true
    }

    /// Fuses a product with the layer that it has to compute, if there is one.
    private func joined(
        _ product: any StripReader, _ preparation: Preparation
    ) throws(ModelError) -> [any PreparedOperator] {
        let node = preparation.node
        let alone = preparation.phases + [product as any PreparedOperator]
        guard let input = node.inputs[0], let waiting = fusion.waiting[input] else { return alone }
        // A node after the layer may have changed the filter, which then reads other pixels.
        if let reason = refusal(toJoin: graph.nodes[waiting.node], node) {
            return separated(preparation, reason) + alone
        }
        guard preparation.phases.isEmpty else {
            return separated(preparation, "its reader copies the image first") + alone
        }
        let joined = try product.joined(
            with: waiting.layer, threads: preparation.threadCount,
            reserve: preparation.scratch(byteCount:))
        guard let joined else {
            let reason = "the image has too few pixels for the threads to share"
            return separated(preparation, reason) + alone
        }
        use(waiting.layer.source.index)
        fusedNodes.append(waiting.node)
        fusion.join(input)
        return [joined]
    }

    /// Returns why a node cannot compute the layer that waits for it; `nil` if it can.
    private func refusal(toJoin layer: Node, _ reader: Node) -> String? {
        guard let image = layer.inputs[0], let filter = reader.inputs[1] else {
            return "the layer or its reader lacks an input"
        }
        return DepthwiseIntoPointwise.refusal(
            spec(image), spec(layer.outputs[0]), filter: spec(filter),
            result: spec(reader.outputs[0]))
    }

    /// Ends the wait of the layer that waits for a node, if there is one.
    ///
    /// - Returns: that layer, which has to run before the node.
    private func separated(_ preparation: Preparation, _ reason: String) -> [any PreparedOperator] {
        guard let input = preparation.node.inputs.first ?? nil,
            let waiting = fusion.waiting[input]
        else { return [] }
        use(waiting.layer.source.index)
        fusedNodes.append(waiting.node)
        fusion.stopWaiting(input, reason)
        return [waiting.layer]
    }

    /// Returns the steps of layers whose readers are in a later stage.
    func waitingSteps() -> [PreparedGraph.Step] {
        fusion.waiting.indices.compactMap { output in
            guard let waiting = fusion.waiting[output] else { return nil }
            fusion.stopWaiting(output, "its reader is prepared at run time")
            use(waiting.layer.source.index)
            return PreparedGraph.Step(waiting.layer, node: waiting.node)
        }
    }

    // MARK: A sum or a rectifier into a layer

    /// The sum and the clamp that a floating-point node computes for the nodes after it.
    ///
    /// - Parameters:
    ///   - node: the node into which the nodes after it are fused.
    ///   - range: the range to which the node clamps its own results.
    ///   - adds: whether the kernel of the node can add another tensor to its results.
    /// - Returns: the tensor to add, if there is one, and the range of the final clamp.
    func epilogue(of node: Node, after range: ClosedRange<Float>, adds: Bool) -> Epilogue {
        var epilogue = Epilogue(range: range)
        let sum = fusion.plan.sum(into: node.index)
        var last = node
        if let reason = refusal(toExtend: node, range) {
            fusion.refuse(sum, reason)
            fusion.refuse(fusion.plan.rectifier(into: node.index), reason)
            return epilogue
        }
        if let sum {
            if adds, let fused = self.epilogue(of: sum, into: node) {
                epilogue = fused
                last = graph.nodes[sum.node]
                fusion.finish(sum.node, in: node.outputs[0])
            } else if !adds {
                fusion.refuse(sum, "\(node.code.name) with a filter for each channel adds nothing")
            }
        }
        guard let rectifier = fusion.plan.rectifier(into: last.index) else { return epilogue }
        let reader = graph.nodes[rectifier.node]
        if epilogue.range != Epilogue.unbounded {
            fusion.refuse(rectifier, "the node before has an activation of its own")
        } else if let reason = RectifierIntoLayer.refusal(spec(reader.outputs[0])) {
            fusion.refuse(rectifier, reason)
        } else if let clamp = RectifierIntoLayer.activation(reader.code)?.range {
            epilogue.range = clamp
            fusion.finish(rectifier.node, in: last.outputs[0])
        }
        return epilogue
    }

    /// Returns the reason why nothing can be fused into a node; `nil` if something can.
    private func refusal(toExtend node: Node, _ range: ClosedRange<Float>) -> String? {
        let type = spec(node.outputs[0]).elementType
        guard type == .float32 else { return "the node before computes \(type), not float32" }
        return range == Epilogue.unbounded
            ? nil : "the node before has an activation of its own"
    }

    /// Returns what a sum adds to a layer's output, and the clamp of the sum.
    private func epilogue(of sum: FusionPlan.Candidate, into layer: Node) -> Epilogue? {
        let node = graph.nodes[sum.node]
        guard let operand = node.inputs.first(where: { $0 != layer.outputs[0] }) ?? nil,
            let range = (try? ArithmeticOptions(node.options))?.activation.range,
            let input = layer.inputs[0]
        else { return nil }
        let pad = fusion.plan.paddedOperand(of: layer.index)
        let source = pad.flatMap { unpadded($0, output: spec(layer.outputs[0])) }
        guard pad == nil || source != nil else {
            fusion.refuse(sum, "the other operand comes later")
            return nil
        }
        let addend = source ?? operand
        if let reason = SumIntoLayer.refusal(
            addend: spec(addend), hasBorder: fusion.borders[addend] != nil, isPadded: pad != nil,
            output: spec(layer.outputs[0]), input: spec(input))
        {
            fusion.refuse(pad, reason)
            fusion.refuse(sum, reason)
            return nil
        }
        // Only the sum reads the PAD's output, which therefore needs no memory.
        if let pad { fusion.finish(pad.node, in: layer.outputs[0]) }
        use(addend)
        return Epilogue(addend: spec(addend), addendIsNarrow: pad != nil, range: range)
    }

    /// Returns the input of a PAD that a layer can add without the PAD.
    private func unpadded(_ pad: FusionPlan.Candidate, output: TensorSpec) -> Int? {
        let node = graph.nodes[pad.node]
        guard node.inputs.count == 2, let source = node.inputs[0], let numbers = node.inputs[1],
            spec(numbers).constant != nil,
            let padding = try? Padding(
                Preparation(node: node, threadCount: 1, graph: self), input: spec(source))
        else {
            fusion.refuse(pad, "its extents are not constant")
            return nil
        }
        if let reason = PadIntoSum.refusal(
            spec(source), before: padding.before, after: padding.after, output: output)
        {
            fusion.refuse(pad, reason)
            return nil
        }
        return source
    }

    // MARK: Functions into a table

    /// Returns the table of a DEQUANTIZE and the functions after it; `nil` if they run one by one.
    private func table(_ preparation: Preparation) throws(ModelError) -> (any PreparedOperator)? {
        guard let functions = fusion.plan.functions(into: preparation.node.index) else {
            return nil
        }
        return try table(preparation, before: functions, FunctionsIntoTable.rule)
    }

    /// Returns a table that does the work of a node of bytes and of the candidates after it; `nil`
    /// if these nodes run one by one.
    private func table(
        _ preparation: Preparation, before later: [Node], _ rule: FusionRule
    ) throws(ModelError) -> (any PreparedOperator)? {
        let node = preparation.node
        guard let last = later.last else { return nil }
        var results: [UInt8]?
        var reason = FunctionsIntoTable.refusal(try preparation.input(0))
        if reason == nil {
            results = try? FunctionChain(nodes: [node] + later).results(in: graph, settings, budget)
            if results == nil { reason = "the nodes cannot run for all bytes" }
        }
        guard let results else {
            for function in later {
                fusion.refuse(fusion.plan.candidate(rule, for: function.index), reason ?? "")
            }
            return nil
        }
        try preparation.setType(0, spec(last.outputs[0]).elementType)
        for function in later { fusion.finish(function.index, in: node.outputs[0]) }
        return try preparation.lookup(results)
    }

    // MARK: An item into a list

    /// Makes the output of a SLICE an alias of the list, if its reader takes the items from there.
    ///
    /// The first SLICE of an assignment decides for both, because nodes between them may make
    /// further numbers known.
    ///
    /// - Returns: whether the SLICE is fused.
    private func fusedSlice(_ preparation: Preparation) throws(ModelError) -> Bool {
        let node = preparation.node
        guard let candidate = fusion.plan.candidate(ItemIntoList.rule, for: node.index),
            let assignment = candidate.host.flatMap({ fusion.plan.assignment(to: $0) })
        else { return false }
        let first = assignment.slices.map(\.index).first { $0 != node.index && fusion.decides($0) }
        let reason =
            if let first {
                fusion.refusal(of: first)
            } else {
                ItemIntoList.refusal(assignment, spec: { spec($0) })
            }
        if let reason {
            fusion.refuse(candidate, reason)
            return false
        }
        try preparation.setOutput(0, shape: spec(assignment.list).shape)
        alias(node.outputs[0], to: assignment.list)
        fusion.leaveOut(node.index)
        return true
    }

    /// Returns the operator that assigns an item to a place of a list; `nil` if the SLICEs have
    /// run.
    ///
    /// - Throws: ``ModelError`` with code `invalidNode` if a node has changed the type of the list,
    ///   the item or the place since the SLICEs were left out.
    private func assignment(_ preparation: Preparation) throws(ModelError)
        -> (any PreparedOperator)?
    {
        guard let found = fusion.plan.assignment(to: preparation.node.index),
            found.slices.allSatisfy({ fusion.isFused($0.index) })
        else { return nil }
        if let reason = ItemIntoList.refusal(found, spec: { spec($0) }) {
            throw preparation.fail("after the slices of a list were left out: \(reason)")
        }
        use(found.place)
        fusedNodes += found.slices.map(\.index)
        return try preparation.assign(
            spec(found.item), to: spec(found.list), at: spec(found.place))
    }

    // MARK: A product into a LOGISTIC

    /// Returns the operator of a LOGISTIC that multiplies its results by their arguments; `nil` if
    /// no MUL after it does so, or if types prevent the fusion.
    private func swish(_ preparation: Preparation) throws(ModelError) -> (any PreparedOperator)? {
        let node = preparation.node
        guard let product = fusion.plan.product(into: node.index) else { return nil }
        let types = [try preparation.input(0).elementType, try preparation.output(0).elementType]
        guard types == [.float32, .float32] else {
            return try table(preparation, before: [graph.nodes[product.node]], product.rule)
        }
        fusion.finish(product.node, in: node.outputs[0])
        return try preparation.swish()
    }

    // MARK: Results

    /// Returns the outcomes of the plan's candidates, after the nodes of a stage are prepared.
    func fusionOutcomes(before rest: Int?) -> [FusionOutcome] {
        fusion.outcomes { candidate in
            let host = candidate.host ?? candidate.node
            if let rest, max(host, candidate.node) >= rest { return "decided at run time" }
            let type = spec(graph.nodes[host].outputs[0]).elementType
            return type == .float32 || candidate.rule == .depthwiseIntoPointwise
                ? "the kernel of \(graph.nodes[host].code.name) cannot do both"
                : "the node before computes \(type), not float32"
        }
    }

    /// Whether the memory plan must have a place for a tensor or scratch buffer.
    func needsMemory(_ entry: Int) -> Bool {
        entries[entry].needsMemory && !fusion.isUnwritten(entry)
    }
}
