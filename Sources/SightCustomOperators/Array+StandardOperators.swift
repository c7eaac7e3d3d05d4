extension [any CustomOperator.Type] {
    /// The operators of MediaPipe and LiteRT that Sight implements, such as
    /// ``Convolution2DTransposeBias``.
    public static var standard: Self { CustomOperatorList.standardTypes }
}
