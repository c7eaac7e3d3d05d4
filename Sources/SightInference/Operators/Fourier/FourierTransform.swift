import Foundation

/// A discrete Fourier transform of complex numbers in place; their number is a power of two.
///
/// - Source: Cooley and Tukey, "An Algorithm for the Machine Calculation of Complex Fourier
///   Series", 1965: decimation in time.
struct FourierTransform: Sendable {
    private let count: Int
    /// `e^(−2πik / count)`.
    private let roots: [SIMD2<Double>]

    /// Prepares transforms of one length.
    ///
    /// - Precondition: the count is a power of two.
    init(count: Int) {
        self.count = count
        roots = (0..<max(1, count / 2)).map {
            let angle = -2 * Double.pi * Double($0) / Double(count)
            return [cos(angle), sin(angle)]
        }
    }

    /// Transforms numbers at a distance of `step`.
    func run(_ numbers: UnsafeMutablePointer<SIMD2<Double>>, step: Int) {
        var mirrored = 0
        for i in 0..<count {
            if i < mirrored {
                (numbers[i * step], numbers[mirrored * step]) =
                    (numbers[mirrored * step], numbers[i * step])
            }
            var bit = count / 2
            while bit > 0, mirrored & bit != 0 {
                mirrored ^= bit
                bit /= 2
            }
            mirrored |= bit
        }
        var half = 1
        while half < count {
            for start in stride(from: 0, to: count, by: 2 * half) {
                for k in 0..<half {
                    let root = roots[k * (count / (2 * half))]
                    let (i, j) = ((start + k) * step, (start + k + half) * step)
                    let (even, odd) = (numbers[i], numbers[j])
                    let turned: SIMD2<Double> = [
                        odd.x * root.x - odd.y * root.y, odd.x * root.y + odd.y * root.x,
                    ]
                    (numbers[i], numbers[j]) = (even + turned, even - turned)
                }
            }
            half *= 2
        }
    }
}
