import SightModelFile
import SightTensor

/// The geometry of CONV_3D and CONV_3D_TRANSPOSE: the positions of a filter's cells in a volume.
///
/// The coarse side has one pixel for each position of the filter, and the fine side one for each
/// cell. A convolution reads the fine side, and a transposed one writes it.
struct VolumeFilter: Sendable {
    /// One axis: depth, height or width.
    struct Axis: Sendable {
        let fine: Int
        let coarse: Int
        let kernel: Int
        let stride: Int
        let dilation: Int
        let padding: Int

        /// Computes `coarse` if it is `nil`, and checks it otherwise.
        init(
            fine: Int, coarse: Int?, kernel: Int, stride: Int, dilation: Int, isSame: Bool,
            _ node: Preparation
        ) throws(ModelError) {
            guard fine > 0, kernel > 0, stride > 0, dilation > 0 else {
                throw node.fail(
                    "extent \(fine), filter \(kernel), stride \(stride) and dilation \(dilation) "
                        + "must be positive")
            }
            let reach = (kernel - 1) * dilation + 1
            guard isSame || fine >= reach else {
                throw node.fail("a filter that reaches over \(reach) does not fit \(fine)")
            }
            let places = WindowPlacement(
                extent: fine, reach: reach, stride: stride, isSame: isSame)
            guard coarse == nil || coarse == places.count else {
                throw node.fail("\(coarse ?? 0) places of the filter, \(fine) has \(places.count)")
            }
            self.fine = fine
            self.coarse = places.count
            self.kernel = kernel
            self.stride = stride
            self.dilation = dilation
            padding = places.padding
        }
    }

    /// Depth, height, width.
    let axes: [Axis]

    /// Reads the options of both operators: padding, strides, activation and dilations.
    init(
        _ options: Convolution3DOptions, fine: Shape, coarse: Shape?, kernel: Shape,
        _ node: Preparation
    ) throws(ModelError) {
        let padding = options.padding
        guard padding.isKnown else { throw node.fail("padding \(padding.rawValue)") }
        var axes: [Axis] = []
        for axis in 0..<3 {
            axes.append(
                try Axis(
                    fine: fine[axis + 1], coarse: coarse.map { $0[axis + 1] },
                    kernel: kernel[axis], stride: options.strides[axis],
                    dilation: options.dilations[axis],
                    isSame: padding == .same, node))
        }
        self.axes = axes
    }

    /// The number of coarse pixels of one volume.
    var coarseCount: Int { axes.reduce(1) { $0 * $1.coarse } }
    /// The number of fine pixels of one volume.
    var fineCount: Int { axes.reduce(1) { $0 * $1.fine } }

    /// Calls `body` with the filter cell and the fine pixel for each cell inside the volume.
    @inline(__always)
    func forEachTap(of coarse: Int, _ body: (_ cell: Int, _ fine: Int) -> Void) {
        let (depth, height, width) = (axes[0], axes[1], axes[2])
        let (row, x) = coarse.quotientAndRemainder(dividingBy: width.coarse)
        let (z, y) = row.quotientAndRemainder(dividingBy: height.coarse)
        for kz in 0..<depth.kernel {
            let plane = z * depth.stride - depth.padding + kz * depth.dilation
            guard (0..<depth.fine).contains(plane) else { continue }
            for ky in 0..<height.kernel {
                let line = y * height.stride - height.padding + ky * height.dilation
                guard (0..<height.fine).contains(line) else { continue }
                for kx in 0..<width.kernel {
                    let column = x * width.stride - width.padding + kx * width.dilation
                    guard (0..<width.fine).contains(column) else { continue }
                    body(
                        (kz * height.kernel + ky) * width.kernel + kx,
                        (plane * height.fine + line) * width.fine + column)
                }
            }
        }
    }
}

extension VolumeFilter.Axis {
    /// The convolution that reads the fine side.
    var convolution: ConvolutionGeometry.Axis {
        ConvolutionGeometry.Axis(
            input: fine, kernel: kernel, stride: stride, dilation: dilation, output: coarse,
            padding: padding)
    }

    /// The transposed convolution that writes the fine side; dilation is 1.
    var spread: SpreadAxis {
        SpreadAxis(
            input: coarse, output: fine, kernel: kernel, stride: stride, padding: padding)
    }
}
