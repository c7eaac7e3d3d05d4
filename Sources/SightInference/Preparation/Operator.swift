package import SightModelFile

/// One operator.
///
/// `prepare` sees the untrusted model; the value it returns runs without
/// re-checking.
///
/// To add an operator: one file with a type that conforms, one line in ``OperatorRegistry``.
package protocol Operator: Sendable {
    /// Which nodes this operator runs.
    static var code: OperatorCode { get }
    /// The versions of the schema's operator that are implemented.
    static var versions: ClosedRange<Int> { get }

    /// Checks a node and makes what runs it: weights packed, shapes known, scratch reserved.
    ///
    /// Every output gets its shape here, through ``Preparation/setOutput(_:shape:)`` or
    /// ``Preparation/alias(output:input:shape:)``.
    ///
    /// - Throws: ``ModelError`` with code `invalidNode` or `unsupported`.
    static func prepare(_ options: OptionsTable, _ node: Preparation) throws(ModelError)
        -> any PreparedOperator
}
