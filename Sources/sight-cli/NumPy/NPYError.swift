/// Why bytes are no `.npy` file that this program can use.
package struct NPYError: Error, Equatable, Sendable, CustomStringConvertible {
    /// What is wrong, with the bad value; the file's name is for the caller to add.
    package let description: String

    /// Makes an error.
    init(_ description: String) { self.description = description }
}
