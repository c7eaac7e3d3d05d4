import SightModelFile
import SightTensor

/// The fusion of two SLICEs, of the items of a list before and after a place, into the
/// CONCATENATION that puts another item between them.
///
/// Converters write an assignment to a place of a list, such as the outputs of a recurrent layer,
/// in this way. The extents of the slices depend on the place, so that the nodes after them would
/// be prepared in each iteration of a loop. The extents of the result do not depend on it.
enum ItemIntoList {
    static let rule = FusionRule.itemIntoList

    /// The nodes and tensors of `list[place] = item`.
    struct Assignment: Sendable {
        let list: Int
        let place: Int
        let item: Int
        /// The SLICE of the items before the place, and that of the items after it.
        let slices: [Node]
        let join: Node
        /// Constants that must be 1: the one that is added to the place.
        let one: Int
        /// Constants that must be 0: where the slices begin, except for the place.
        let zeros: [Int]
        /// Constants that must be −1: the extents of the slices, except for the place.
        let all: [Int]
    }

    /// Returns the assignment that a CONCATENATION may complete, as far as the graph alone decides.
    static func assignment(
        to join: Node, _ graph: Subgraph, _ readers: GraphReaders
    ) -> Assignment? {
        guard join.code == .builtin(.concatenation), join.inputs.count == 3,
            join.outputs.count == 1, let options = try? ConcatenationOptions(join.options),
            options.axis == 0, options.activation == .none,
            let before = slice(join.inputs[0], join, graph, readers),
            let after = slice(join.inputs[2], join, graph, readers), let item = join.inputs[1],
            let list = before.inputs[0], after.inputs[0] == list,
            !graph.tensors[list].isVariable,
            let start = before.inputs[1], let size = before.inputs[2],
            let (place, extents) = split(size, graph, readers),
            let begin = after.inputs[1], let rest = after.inputs[2],
            let (next, starts) = split(begin, graph, readers),
            let one = addend(of: next, to: place, graph, readers)
        else { return nil }
        return Assignment(
            list: list, place: place, item: item, slices: [before, after], join: join, one: one,
            zeros: [start, starts], all: [extents, rest])
    }

    /// Returns the SLICE whose output only a node reads.
    private static func slice(
        _ tensor: Int?, _ reader: Node, _ graph: Subgraph, _ readers: GraphReaders
    ) -> Node? {
        guard let tensor, readers.onlyReader(of: tensor) == reader.index,
            let writer = readers.writer(of: tensor)
        else { return nil }
        let node = graph.nodes[writer]
        return node.code == .builtin(.slice) && node.inputs.count == 3 ? node : nil
    }

    /// Returns the number and the other numbers that a CONCATENATION joins.
    private static func split(
        _ tensor: Int, _ graph: Subgraph, _ readers: GraphReaders
    ) -> (first: Int, others: Int)? {
        guard let writer = readers.writer(of: tensor),
            graph.nodes[writer].code == .builtin(.concatenation),
            graph.nodes[writer].inputs.count == 2, let first = graph.nodes[writer].inputs[0],
            let others = graph.nodes[writer].inputs[1]
        else { return nil }
        return (number(first, graph, readers), others)
    }

    /// Returns the input of the RESHAPE that makes a tensor; other tensors unchanged.
    private static func number(_ tensor: Int, _ graph: Subgraph, _ readers: GraphReaders) -> Int {
        guard let writer = readers.writer(of: tensor),
            graph.nodes[writer].code == .builtin(.reshape),
            let source = graph.nodes[writer].inputs.first
        else { return tensor }
        return source ?? tensor
    }

    /// Returns the tensor that an ADD adds to a place.
    private static func addend(
        of sum: Int, to place: Int, _ graph: Subgraph, _ readers: GraphReaders
    ) -> Int? {
        guard let writer = readers.writer(of: sum), graph.nodes[writer].code == .builtin(.add),
            graph.nodes[writer].inputs.count == 2,
            (try? ArithmeticOptions(graph.nodes[writer].options))?.activation
                == ActivationOption.none,
            let left = graph.nodes[writer].inputs[0], let right = graph.nodes[writer].inputs[1],
            left == place || right == place
        else { return nil }
        return left == place ? right : left
    }

    /// Returns the reason why shapes, types and numbers prevent the fusion; `nil` if they allow it.
    static func refusal(_ assignment: Assignment, spec: (Int) -> TensorSpec) -> String? {
        let (list, item) = (spec(assignment.list), spec(assignment.item))
        let (place, result) = (spec(assignment.place), spec(assignment.join.outputs[0]))
        guard list.shape.rank > 0, list.elementType.byteWidth != nil,
            [item.elementType, result.elementType].allSatisfy({ $0 == list.elementType }),
            !list.elementType.isByte
                || [item, result].allSatisfy({ $0.quantization == list.quantization })
        else { return "the list and the item differ in their types or scales" }
        guard place.elementType == .int32, place.shape.elementCount == 1 else {
            return "the place is \(place.elementType) \(place.shape), not one int32"
        }
        func areAll(_ tensor: Int, _ count: Int, _ value: Int32) -> Bool {
            guard let constant = spec(tensor).constant, spec(tensor).elementType == .int32 else {
                return false
            }
            let numbers = constant.elements(Int32.self)
            return numbers.count == count && numbers.allSatisfy { $0 == value }
        }
        let rank = list.shape.rank
        guard areAll(assignment.one, 1, 1), areAll(assignment.zeros[0], rank, 0),
            areAll(assignment.zeros[1], rank - 1, 0), areAll(assignment.all[0], rank - 1, -1),
            areAll(assignment.all[1], rank, -1)
        else { return "the slices leave out other items than that of the place" }
        return nil
    }
}
