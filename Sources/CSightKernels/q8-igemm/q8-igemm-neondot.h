// Computes the products of a tile by SDOT: each instruction adds four products to the sums of each
// of four columns.

/// Adds the products of one group of four to sums [rows][vectors]; `lane` is the group's position
/// in the 16 activations of each row.
#define SIGHT_DOT_GROUP(lane)                                                                      \
    SIGHT_UNROLL                                                                                   \
    for (int v = 0; v < vectors; v++) {                                                            \
        const int8x16_t w = vld1q_s8(weights + 64 * (lane) + 16 * v); /* four columns of four */   \
        SIGHT_UNROLL                                                                               \
        for (int r = 0; r < rows; r++)                                                             \
            sums[r * vectors + v] = vdotq_laneq_s32(sums[r * vectors + v], w, values[r], lane);    \
    }

SIGHT_INLINE void sight_accumulate_dot(const int rows, const int vectors, const _Bool flipped,
                                       const sight_window *window, size_t depth,
                                       const int8_t *weights, int32x4_t *sums) {
    const size_t groups = sight_q8_igemm_groups(depth), rest = groups % 4;
    const size_t whole = 4 * (groups - rest); // bytes of a run in whole registers
    for (size_t tap = 0; tap < window->taps; tap++) {
        const int8_t *a[8];
        SIGHT_UNROLL
        for (int r = 0; r < rows; r++)
            a[r] = sight_window_run(window, (size_t)r, tap);
        int8x16_t values[8];
        for (size_t offset = 0; offset < whole; offset += 16, weights += 256) {
            SIGHT_UNROLL
            for (int r = 0; r < rows; r++)
                values[r] = sight_activations(vld1q_s8(a[r] + offset), flipped);
            SIGHT_DOT_GROUP(0)
            SIGHT_DOT_GROUP(1)
            SIGHT_DOT_GROUP(2)
            SIGHT_DOT_GROUP(3)
        }
        if (rest > 0) { // kernels may read past the end of a run
            SIGHT_UNROLL
            for (int r = 0; r < rows; r++)
                values[r] = sight_activations(vld1q_s8(a[r] + whole), flipped);
            SIGHT_DOT_GROUP(0)
            if (rest > 1) {
                SIGHT_DOT_GROUP(1)
            }
            if (rest > 2) {
                SIGHT_DOT_GROUP(2)
            }
            weights += 64 * rest;
        }
    }
}
