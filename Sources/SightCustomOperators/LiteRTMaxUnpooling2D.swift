/// ``MaxUnpooling2D`` under the name that LiteRT's converter writes.
struct LiteRTMaxUnpooling2D: CustomOperator {
    static let name = "LiteRtMaxUnpooling2D"

    private let unpooling: MaxUnpooling2D

    var outputShapes: [[Int]] { unpooling.outputShapes }

    init(_ node: CustomNode) throws(CustomOperatorError) {
        unpooling = try MaxUnpooling2D(node)
    }

    func run(_ inputs: [CustomTensor]) throws(CustomOperatorError) -> [CustomTensor] {
        try unpooling.run(inputs)
    }
}
