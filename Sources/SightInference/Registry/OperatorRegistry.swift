package import SightModelFile

/// The operators of this runtime, in one list.
package enum OperatorRegistry {
    /// All operators, in the order of the schema, custom ones last.
    package static var all: [any Operator.Type] {
        BuiltinOperator.allCases.compactMap(builtin) + custom
    }

    /// Returns the operator with a code; `nil` if there is none.
    package static func find(_ code: OperatorCode) -> (any Operator.Type)? {
        switch code {
        case .builtin(let number): builtin(number)
        case .custom: custom.first { $0.code == code }
        case .unknown: nil
        }
    }

    /// Custom operators of TensorFlow Lite, and of TensorFlow, whose names start with `Flex`.
    private static var custom: [any Operator.Type] {
        [
            DetectionPostProcess.self, AudioSpectrogram.self, MelCoefficients.self,
            AveragePool3D.self, BitwiseAnd.self, BitwiseOr.self,
            CombinedNonMaxSuppression.self, CropAndResize.self, CumulativeProduct.self,
            ErrorFunction.self, ExtractImagePatches.self, HyperbolicCosine.self,
            HyperbolicSine.self, InverseTangent.self, Invert.self, LeftShift.self, MaxPool3D.self,
            ResizeBicubic.self, Softplus.self, Softsign.self, Tangent.self,
            TensorFlowAudioSpectrogram.self, TensorFlowMelCoefficients.self,
            TensorFlowStridedSlice.self,
        ]
    }

    /// The operators of the schema, in its order.
    ///
    /// This is a `switch`, so that starting the program does not fill a table first.
    private static func builtin(_ number: BuiltinOperator) -> (any Operator.Type)? {
        switch number {
        case .add: Add.self
        case .averagePool2D: AveragePool2D.self
        case .concatenation: Concatenation.self
        case .conv2D: Convolution2D.self
        case .depthwiseConv2D: DepthwiseConvolution2D.self
        case .depthToSpace: DepthToSpace.self
        case .dequantize: Dequantize.self
        case .embeddingLookup: EmbeddingLookup.self
        case .floor: Floor.self
        case .fullyConnected: FullyConnected.self
        case .hashtableLookup: HashtableLookup.self
        case .l2Normalization: L2Normalization.self
        case .l2Pool2D: L2Pool2D.self
        case .localResponseNormalization: LocalResponseNormalization.self
        case .logistic: Logistic.self
        case .lstm: LSTM.self
        case .maxPool2D: MaxPool2D.self
        case .mul: Mul.self
        case .relu: ReLU.self
        case .reluN1To1: ReLUN1To1.self
        case .relu6: ReLU6.self
        case .reshape: Reshape.self
        case .resizeBilinear: ResizeBilinear.self
        case .rnn: RNN.self
        case .softmax: Softmax.self
        case .spaceToDepth: SpaceToDepth.self
        case .svdf: SVDF.self
        case .tanh: Tanh.self
        case .pad: Pad.self
        case .unidirectionalSequenceRNN: UnidirectionalSequenceRNN.self
        case .gather: Gather.self
        case .batchToSpaceND: BatchToSpaceND.self
        case .spaceToBatchND: SpaceToBatchND.self
        case .transpose: Transpose.self
        case .mean: Mean.self
        case .sub: Sub.self
        case .div: Div.self
        case .squeeze: Squeeze.self
        case .unidirectionalSequenceLSTM: UnidirectionalSequenceLSTM.self
        case .stridedSlice: StridedSlice.self
        case .bidirectionalSequenceRNN: BidirectionalSequenceRNN.self
        case .exp: Exponential.self
        case .topkV2: TopKV2.self
        case .split: Split.self
        case .logSoftmax: LogSoftmax.self
        case .bidirectionalSequenceLSTM: BidirectionalSequenceLSTM.self
        case .cast: Cast.self
        case .prelu: PReLU.self
        case .maximum: Maximum.self
        case .argMax: ArgMax.self
        case .minimum: Minimum.self
        case .less: Less.self
        case .neg: Neg.self
        case .padv2: PadV2.self
        case .greater: Greater.self
        case .greaterEqual: GreaterEqual.self
        case .lessEqual: LessEqual.self
        case .select: Select.self
        case .slice: Slice.self
        case .sin: Sine.self
        case .transposeConv: TransposeConvolution.self
        case .sparseToDense: SparseToDense.self
        case .tile: Tile.self
        case .expandDims: ExpandDims.self
        case .equal: Equal.self
        case .notEqual: NotEqual.self
        case .log: Logarithm.self
        case .sum: Sum.self
        case .sqrt: Sqrt.self
        case .rsqrt: Rsqrt.self
        case .shape: ShapeOf.self
        case .pow: Pow.self
        case .argMin: ArgMin.self
        case .fakeQuant: FakeQuant.self
        case .reduceProd: ReduceProd.self
        case .reduceMax: ReduceMax.self
        case .pack: Pack.self
        case .logicalOr: LogicalOr.self
        case .oneHot: OneHot.self
        case .logicalAnd: LogicalAnd.self
        case .logicalNot: LogicalNot.self
        case .unpack: Unpack.self
        case .reduceMin: ReduceMin.self
        case .floorDiv: FloorDiv.self
        case .reduceAny: ReduceAny.self
        case .square: Square.self
        case .zerosLike: ZerosLike.self
        case .fill: Fill.self
        case .floorMod: FloorMod.self
        case .range: RangeOf.self
        case .resizeNearestNeighbor: ResizeNearestNeighbor.self
        case .leakyRelu: LeakyReLU.self
        case .squaredDifference: SquaredDifference.self
        case .mirrorPad: MirrorPad.self
        case .abs: Abs.self
        case .splitV: SplitV.self
        case .unique: Unique.self
        case .ceil: Ceil.self
        case .reverseV2: ReverseV2.self
        case .addN: AddN.self
        case .gatherND: GatherND.self
        case .cos: Cosine.self
        case .where: Where.self
        case .rank: Rank.self
        case .elu: ELU.self
        case .reverseSequence: ReverseSequence.self
        case .matrixDiag: MatrixDiag.self
        case .quantize: Quantize.self
        case .matrixSetDiag: MatrixSetDiag.self
        case .round: Round.self
        case .hardSwish: HardSwish.self
        case .if: If.self
        case .while: While.self
        case .nonMaxSuppressionV4: NonMaxSuppressionV4.self
        case .nonMaxSuppressionV5: NonMaxSuppressionV5.self
        case .scatterND: ScatterND.self
        case .selectV2: SelectV2.self
        case .densify: Densify.self
        case .segmentSum: SegmentSum.self
        case .batchMatmul: BatchMatMul.self
        case .cumsum: CumulativeSum.self
        case .callOnce: CallOnce.self
        case .broadcastTo: BroadcastTo.self
        case .rfft2d: RFFT2D.self
        case .conv3D: Convolution3D.self
        case .imag: Imaginary.self
        case .real: Real.self
        case .complexAbs: ComplexMagnitude.self
        case .hashtable: Hashtable.self
        case .hashtableFind: HashtableFind.self
        case .hashtableImport: HashtableImport.self
        case .hashtableSize: HashtableSize.self
        case .reduceAll: ReduceAll.self
        case .conv3DTranspose: Convolution3DTranspose.self
        case .varHandle: VarHandle.self
        case .readVariable: ReadVariable.self
        case .assignVariable: AssignVariable.self
        case .broadcastArgs: BroadcastArgs.self
        case .randomStandardNormal: RandomStandardNormal.self
        case .bucketize: Bucketize.self
        case .randomUniform: RandomUniform.self
        case .multinomial: Multinomial.self
        case .gelu: GELU.self
        case .dynamicUpdateSlice: DynamicUpdateSlice.self
        case .relu0To1: ReLU0To1.self
        case .unsortedSegmentProd: UnsortedSegmentProd.self
        case .unsortedSegmentMax: UnsortedSegmentMax.self
        case .unsortedSegmentSum: UnsortedSegmentSum.self
        case .atan2: Atan2.self
        case .unsortedSegmentMin: UnsortedSegmentMin.self
        case .sign: Sign.self
        case .bitcast: Bitcast.self
        case .bitwiseXor: BitwiseXor.self
        case .rightShift: RightShift.self
        case .stablehloAdd: StablehloAdd.self
        case .stablehloMultiply: StablehloMultiply.self
        case .stablehloMaximum: StablehloMaximum.self
        case .stablehloMinimum: StablehloMinimum.self
        case .stablehloPad: StablehloPad.self
        case .stablehloScatter: StablehloScatter.self
        case .stablehloReduceWindow: StablehloReduceWindow.self
        case .stablehloGather: StablehloGather.self
        case .dilate: Dilate.self
        case .stablehloComposite: Composite.self
        default: nil
        }
    }
}
