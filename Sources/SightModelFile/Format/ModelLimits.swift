/// Ceilings that keep a hostile file from taking all memory or time.
package struct ModelLimits: Sendable {
    /// Tensors, nodes, buffers or operator codes of one list.
    package var listCount = 1 << 15
    /// Extents of one tensor.
    package var rank = 32
    /// Bytes of one tensor.
    package var tensorByteCount = 1 << 29
    /// Bytes of all tensors that are alive together while running.
    package var arenaByteCount = 1 << 31
    /// Bytes of everything together that preparing allocates: packed weights, tables, copies and computed
    /// constants.
    package var preparedByteCount = 1 << 32
    /// Bytes of all constants together that are computed while preparing.
    package var foldedByteCount = 1 << 29
    /// Elements of one list that shapes a graph, such as axes, paddings or a new shape.
    package var controlCount = 1 << 12
    /// Times that a graph's rest waits for computed values before it is prepared.
    package var stageCount = 256
    /// Graphs that call graphs, one inside the other.
    package var callDepth = 16
    /// Nodes that call a graph, with those in called graphs.
    package var callCount = 256
    /// Times that a loop's body may run.
    package var loopCount = 10_000_000
    /// Elements of all vectors in the file together, as a multiple of its length.
    ///
    /// Vectors may be shared, but not without end.
    package var vectorElementsPerByte = 4

    /// The defaults.
    package init() {}
}
