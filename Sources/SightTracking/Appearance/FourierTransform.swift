import Foundation

/// The discrete Fourier transform of square grids whose side is a power of two.
///
/// Grids are `side × side` complex numbers in two arrays, real and imaginary parts, row by row. A
/// transform processes whole rows at once: first along the columns; then it transposes the grid and
/// does the same again. So the spectrum is **transposed**, and the inverse transposes it back.
/// Products of spectra are not affected.
///
/// - Source: Cooley and Tukey, "An Algorithm for the Machine Calculation of Complex Fourier
///   Series", 1965.
package struct FourierTransform: Sendable {
    /// The number of complex numbers in a row, a power of two.
    package let side: Int
    private let cosines: [Float]
    private let sines: [Float]
    private let reversed: [Int]

    /// Prepares transforms of one size.
    ///
    /// - Parameter side: a power of two, at least 2.
    package init(side: Int) {
        precondition(side >= 2 && side & (side - 1) == 0)
        self.side = side
        let angles = (0..<side / 2).map { -2 * Double.pi * Double($0) / Double(side) }
        cosines = angles.map { Float(cos($0)) }
        sines = angles.map { Float(sin($0)) }
        let bits = side.trailingZeroBitCount
        reversed = (0..<side).map { index in
            (0..<bits).reduce(0) { $0 | ((index >> $1) & 1) << (bits - 1 - $1) }
        }
    }

    /// Replaces a grid by its transposed spectrum.
    package func forward(
        _ real: UnsafeMutablePointer<Float>, _ imaginary: UnsafeMutablePointer<Float>
    ) {
        transformColumns(real, imaginary)
        turn(real)
        turn(imaginary)
        transformColumns(real, imaginary)
    }

    /// Replaces a transposed spectrum by its grid.
    package func inverse(
        _ real: UnsafeMutablePointer<Float>, _ imaginary: UnsafeMutablePointer<Float>
    ) {
        // Swapping the real and the imaginary parts turns the transform into its inverse.
        forward(imaginary, real)
        let scale = 1 / Float(side * side)
        for index in 0..<side * side {
            real[index] *= scale
            imaginary[index] *= scale
        }
    }

    private func turn(_ grid: UnsafeMutablePointer<Float>) {
        for row in 1..<side {
            for column in 0..<row {
                let upper = grid[column * side + row]
                grid[column * side + row] = grid[row * side + column]
                grid[row * side + column] = upper
            }
        }
    }

    private func transformColumns(
        _ real: UnsafeMutablePointer<Float>, _ imaginary: UnsafeMutablePointer<Float>
    ) {
        for row in 0..<side where reversed[row] > row {
            for column in 0..<side {
                let first = row * side + column
                let second = reversed[row] * side + column
                let (re, im) = (real[first], imaginary[first])
                real[first] = real[second]
                imaginary[first] = imaginary[second]
                real[second] = re
                imaginary[second] = im
            }
        }
        var half = 1
        while half < side {
            let stride = side / (2 * half)
            for start in Swift.stride(from: 0, to: side, by: 2 * half) {
                for offset in 0..<half {
                    butterfly(
                        real + (start + offset) * side, imaginary + (start + offset) * side,
                        half * side, cosines[offset * stride], sines[offset * stride])
                }
            }
            half *= 2
        }
    }

    /// One butterfly on two whole rows, `distance` numbers apart.
    @inline(__always)
    private func butterfly(
        _ real: UnsafeMutablePointer<Float>, _ imaginary: UnsafeMutablePointer<Float>,
        _ distance: Int, _ cosine: Float, _ sine: Float
    ) {
        for column in 0..<side {
            let re = real[distance + column] * cosine - imaginary[distance + column] * sine
            let im = real[distance + column] * sine + imaginary[distance + column] * cosine
            real[distance + column] = real[column] - re
            imaginary[distance + column] = imaginary[column] - im
            real[column] += re
            imaginary[column] += im
        }
    }
}
