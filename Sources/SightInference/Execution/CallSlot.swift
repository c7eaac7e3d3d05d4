/// A graph that a node calls: an index into the executions of its stage.
package struct CallSlot: Hashable, Sendable {
    let index: Int
}
