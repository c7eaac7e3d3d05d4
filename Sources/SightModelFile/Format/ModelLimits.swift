/// The limits that keep a hostile model file from taking all memory or time.
package struct ModelLimits: Sendable {
    /// The largest number of tensors, nodes, buffers or operator codes in one list.
    package var listCount = 1 << 15
    /// The largest number of extents of one tensor.
    package var rank = 32
    /// The largest size of one tensor, in bytes.
    package var tensorByteCount = 1 << 29
    /// The largest size of all tensors that are alive at the same time during a run, in bytes.
    ///
    /// All variables, their copies and hash tables together have the same limit, and so have all
    /// tensors of the graphs of a run whose shapes only the run determines.
    package var arenaByteCount = 1 << 31
    /// The most memory that preparing a model may allocate, in bytes: packed weights, tables,
    /// copies and computed constants together.
    package var preparedByteCount = 1 << 32
    /// The largest size of all constants together that preparing computes, in bytes.
    package var foldedByteCount = 1 << 29
    /// The largest number of elements of a list that shapes a graph: axes, paddings or a new shape.
    package var controlCount = 1 << 12
    /// The largest number of stages of a graph.
    ///
    /// A stage ends before a node that can be prepared only
    /// with values that the graph computes.
    package var stageCount = 256
    /// The largest depth of calls of graphs by graphs.
    package var callDepth = 16
    /// The largest number of nodes that call a graph, including those of called graphs.
    package var callCount = 256
    /// The largest number of times that the body of a loop may run.
    package var loopCount = 10_000_000
    /// The largest number of elements of all vectors of the file, divided by the file's bytes.
    ///
    /// Tables of a file may share vectors, so the number can exceed the number of bytes.
    package var vectorElementsPerByte = 4

    /// Creates the default limits.
    package init() {}
}
