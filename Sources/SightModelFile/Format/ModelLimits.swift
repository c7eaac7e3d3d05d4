/// Limits that keep a hostile file from taking all memory or time.
package struct ModelLimits: Sendable {
    /// Number of tensors, nodes, buffers or operator codes in one list.
    package var listCount = 1 << 15
    /// Number of extents of one tensor.
    package var rank = 32
    /// Bytes of one tensor.
    package var tensorByteCount = 1 << 29
    /// Bytes of all tensors that are alive together while running.
    package var arenaByteCount = 1 << 31
    /// Bytes that preparing allocates in total: packed weights, tables, copies and computed
    /// constants.
    package var preparedByteCount = 1 << 32
    /// Bytes of all constants that are computed while preparing, together.
    package var foldedByteCount = 1 << 29
    /// Number of elements of one list that shapes a graph, such as axes, paddings or a new shape.
    package var controlCount = 1 << 12
    /// Number of stages of a graph: a stage ends where preparing its rest needs computed values.
    package var stageCount = 256
    /// Depth to which graphs may call graphs.
    package var callDepth = 16
    /// Number of nodes that call a graph, counting those in called graphs.
    package var callCount = 256
    /// Number of times that a loop's body may run.
    package var loopCount = 10_000_000
    /// Number of elements of all vectors in the file together, as a multiple of its length in
    /// bytes.
    ///
    /// Vectors may be shared, but not without limit.
    package var vectorElementsPerByte = 4

    /// Creates the default limits.
    package init() {}
}
