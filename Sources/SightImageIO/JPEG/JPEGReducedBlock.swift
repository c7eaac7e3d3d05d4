#if JPEG && canImport(CLibJPEG)
    /// The inverse DCT of a block of 8×8 coefficients, reduced to 2×2 samples.
    ///
    /// The samples are those of libjpeg's integer transform: first columns, then rows, with factors
    /// of 13 bits after the point. Only coefficients of the rows and columns 0, 1, 3, 5 and 7
    /// matter.
    ///
    /// - Source: Loeffler, Ligtenberg and Moschytz, "Practical Fast 1-D DCT Algorithms with 11
    ///   Multiplications", 1989; the rounding as in libjpeg's `jpeg_idct_2x2`.
    struct JPEGReducedBlock {
        /// The largest magnitude of a coefficient.
        ///
        /// No sum of such coefficients overflows, not even in the vectors of 16 bits with which
        /// libjpeg-turbo computes. Coefficients of 8-bit samples have a magnitude of 1024 at most,
        /// before they are rounded to a multiple of a step, which is at most 255.
        static let maximum: Int32 = 2047

        /// How a coefficient takes part in the transform.
        struct Weight: BitwiseCopyable {
            /// The factor within the column; 0 if the coefficient does not matter.
            let factor: Int32
            /// The index of the sum that it belongs to.
            let sum: Int
        }

        /// The weights of the coefficients, in zigzag order.
        static let weights: [Weight] = (0...14).flatMap { diagonal in
            let rows = Array(max(0, diagonal - 7)...min(diagonal, 7))
            return (diagonal % 2 == 0 ? rows.reversed() : rows).map { row in
                let column = diagonal - row
                let isUsed = column == 0 || column % 2 == 1
                let factor: Int32 = row == 0 ? 1 << 15 : row % 2 == 1 ? odd[row / 2] : 0
                return Weight(
                    factor: isUsed ? factor : 0, sum: (column + 1) / 2 + (row == 0 ? 0 : 8))
            }
        }

        /// The factors of the coefficients 1, 3, 5 and 7: √2 (±c₁ ± c₃ ± c₅ ± c₇) times 2¹³, where
        /// cₖ is the cosine of kπ/16.
        private static let odd = [odd1, odd3, odd5, odd7]
        private static let odd1: Int32 = 29_692
        private static let odd3: Int32 = -10_426
        private static let odd5: Int32 = 6_967
        private static let odd7: Int32 = -5_906

        /// The even parts of the columns 0, 1, 3, 5 and 7, and their odd parts from index 8 on.
        private var sums = InlineArray<16, Int32>(repeating: 0)

        /// Makes a block of its first coefficient only.
        init(first: Int32) { sums[0] = first << 15 }

        /// Adds a coefficient, of a magnitude of ``maximum`` at most.
        @inline(__always) mutating func add(_ coefficient: Int32, _ weight: Weight) {
            sums[weight.sum & 15] &+= coefficient &* weight.factor
        }

        /// Returns the two rows of samples one after the other, less 128, and not limited.
        @inline(__always) func samples() -> SIMD4<Int32> {
            let upper = row { sums[$0] &+ sums[$0 &+ 8] }
            let lower = row { sums[$0] &- sums[$0 &+ 8] }
            return SIMD4(upper.0, upper.1, lower.0, lower.1)
        }

        /// Returns the samples of a row from the sums of the columns.
        @inline(__always) private func row(_ sum: (Int) -> Int32) -> (Int32, Int32) {
            func column(_ index: Int) -> Int32 { (sum(index) &+ 1 << 12) >> 13 }
            let even = column(0) << 15 &+ 1 << 19
            let odd =
                column(1) &* Self.odd1 &+ column(2) &* Self.odd3 &+ column(3) &* Self.odd5
                &+ column(4) &* Self.odd7
            return ((even &+ odd) >> 20, (even &- odd) >> 20)
        }
    }
#endif
