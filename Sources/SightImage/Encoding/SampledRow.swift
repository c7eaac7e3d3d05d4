/// One row of a destination between sampling and encoding: planar red, green and blue, 0…255.
struct SampledRow {
    /// The colors of the destination's pixels, `[3, count]`.
    let means: UnsafeMutablePointer<Float>
    /// The samples of one row of samples, `[3, across, count]`; the same memory as `means` if every
    /// pixel has one sample.
    let samples: UnsafeMutablePointer<Float>
    /// The number of columns.
    let count: Int
    /// The number of samples next to each other in a pixel.
    let across: Int

    /// Adds the samples to the sums in `means`, or writes the first ones there.
    func add(isFirst: Bool) {
        guard samples != means else { return }
        for channel in 0..<3 {
            let sums = means + channel * count
            for sample in 0..<across {
                let added = samples + (channel * across + sample) * count
                if isFirst && sample == 0 {
                    sums.update(from: added, count: count)
                } else {
                    for column in 0..<count { sums[column] += added[column] }
                }
            }
        }
    }

    /// Divides the sums by the number of samples in a pixel that has `down` rows of samples.
    func divide(by down: Int) {
        let number = Float(across * down)
        guard number > 1 else { return }
        for index in 0..<3 * count { means[index] /= number }
    }

    /// Exchanges the first and the third plane.
    func swapRedAndBlue() {
        for column in 0..<count {
            let red = means[column]
            means[column] = means[2 * count + column]
            means[2 * count + column] = red
        }
    }
}
