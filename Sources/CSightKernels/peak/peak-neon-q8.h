// The loop of the NEON peaks that multiply 16 bytes by 16 at once. The including file sets the
// target of the tier and defines `multiply_add`.

enum { chains = 16 };

/// Adds to all chains in turn, and returns the number of calls of `multiply_add`.
SIGHT_INLINE size_t run_chains(size_t rounds) {
    int32x4_t sums[chains];
    const int8x16_t a = vdupq_n_s8(3), w = vdupq_n_s8(5);
    SIGHT_UNROLL
    for (int i = 0; i < chains; i++)
        sums[i] = vdupq_n_s32(0);
    for (size_t round = 0; round < rounds; round++) {
        SIGHT_UNROLL
        for (int i = 0; i < chains; i++) {
            sums[i] = multiply_add(sums[i], a, w);
            SIGHT_KEEP("w", sums[i]);
        }
    }
    return chains * rounds;
}
