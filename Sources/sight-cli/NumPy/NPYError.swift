/// The error of an `.npy` file that this program cannot use.
package struct NPYError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The message with the bad value; the caller adds the file's name.
    package let description: String

    /// Creates an error.
    init(_ description: String) { self.description = description }
}
