/// The categories of one output of a classifier, as the tasks return them.
package struct TaskHead: Sendable {
    /// The index of the output.
    package let index: Int
    /// The name of the output in the metadata; `nil` without one.
    package let name: String?
    /// The classes that the options keep, best first.
    package let categories: [TaskCategory]
}
