package import SightGeometry
import SightTensor

extension ImageBuffer {
    /// Writes the image into a model's input in one pass.
    ///
    /// Orientation, color conversion, crop, scaling and normalization happen row by row, without
    /// an image in between. The result is `[1, H, W, C]` with H and W from `transform.inputSize`.
    /// `transform.sourceSize` may be larger than the buffer: a photo decoded at reduced scale.
    ///
    /// - Parameters:
    ///   - encoding: the conversion of pixels to elements.
    ///   - transform: the part of the image, and its place in the input.
    ///   - destination: receives the elements in native byte order; may be larger than needed.
    ///   - kernels: the SIMD tier to run on.
    /// - Throws: `invalidDimensions` for a transform without content, `tooFewBytes` for a
    ///   destination that is too small, `unreadable` if the memory of a camera's frame is no longer
    ///   available.
    /// - Source: TensorFlow's `half_pixel_centers` for the place of a bilinear sample; BT.601 for gray. NV12 and
    ///   I420 are read with the matrix and the range that the image states.
    package func encode(
        _ encoding: InputEncoding, through transform: ImageTransform,
        into destination: UnsafeMutableRawBufferPointer,
        kernels: PixelKernels = .current
    ) throws(ImageError) {
        let plan = try SamplingPlan(
            buffer: self, transform: transform, sampling: encoding.sampling)
        let (elements, overflow) = (plan.width * plan.height).multipliedReportingOverflow(
            by: encoding.channels)
        guard !overflow, let needed = encoding.elementType.byteCount(of: elements),
            destination.count >= needed, let start = destination.baseAddress
        else {
            throw ImageError(
                .tooFewBytes,
                "input of \(plan.width)×\(plan.height)×\(encoding.channels)"
                    + " \(encoding.elementType): \(destination.count) bytes are too few")
        }
        try withPixelSource { source in
            FusedPass(
                source: source, plan: plan, encoding: encoding,
                kernels: kernels.table
            ).run(into: start)
        }
    }
}
