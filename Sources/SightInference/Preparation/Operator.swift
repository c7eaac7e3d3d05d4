package import SightModelFile

/// An operator of the model format.
///
/// `prepare` checks a node of the untrusted model and returns a value that runs without further
/// checks.
///
/// To add an operator, write one file with a conforming type, and add one line to
/// ``OperatorRegistry``.
package protocol Operator: Sendable {
    /// The code of the nodes that this operator runs.
    static var code: OperatorCode { get }
    /// The versions of the schema's operator that are implemented.
    static var versions: ClosedRange<Int> { get }

    /// Checks a node and returns the operation that runs it, with packed weights and reserved
    /// memory.
    ///
    /// The function sets the shape of every output with ``Preparation/setOutput(_:shape:)`` or
    /// ``Preparation/alias(output:input:shape:)``.
    ///
    /// - Throws: ``ModelError`` with code `invalidNode` or `unsupported`.
    static func prepare(_ options: OptionsTable, _ node: Preparation) throws(ModelError)
        -> any PreparedOperator
}
