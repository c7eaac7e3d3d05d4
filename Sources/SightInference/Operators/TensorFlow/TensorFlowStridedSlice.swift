import SightModelFile

/// FlexStridedSlice: STRIDED_SLICE of tensors with more axes than LiteRT's kernel has.
///
/// Any element type of whole bytes; all five masks.
/// - Source: TensorFlow `tf.strided_slice`.
enum TensorFlowStridedSlice: Operator {
    static let code = OperatorCode.custom("FlexStridedSlice")
    static let versions = 1...1

    static func prepare(_ options: OptionsTable, _ node: Preparation) throws(ModelError)
        -> any PreparedOperator
    {
        let attributes = try node.attributes()
        return try StridedSlice.prepare(
            masks: [
                attributes.int("begin_mask"), attributes.int("end_mask"),
                attributes.int("ellipsis_mask"), attributes.int("new_axis_mask"),
                attributes.int("shrink_axis_mask"),
            ], node)
    }
}
