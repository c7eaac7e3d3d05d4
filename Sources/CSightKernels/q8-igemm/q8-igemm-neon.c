#include "q8-igemm.h"

#if SIGHT_ARM64
#include <arm_neon.h>

enum { sight_tile_vectors = 2, sight_tile_group = 4 };
#include "q8-igemm-neon.h"

/// A product of two int8 fits int16, but the sum of two products may not: -128 * -128 twice. So
/// pairs of products are added to 32-bit sums at once: two instructions for eight products.
SIGHT_INLINE void sight_accumulate(const int rows, const int vectors, const _Bool flipped,
                                   const sight_q8_igemm_job *job, size_t row, const int8_t *weights,
                                   int32x4_t *sums) {
    // [row][2 * vector]: each register has two partial sums for each of two columns.
    int32x4_t halves[16];
    SIGHT_UNROLL
    for (int i = 0; i < 2 * rows * vectors; i++)
        halves[i] = vdupq_n_s32(0);
    const size_t groups = sight_q8_igemm_groups(job->depth);
    for (size_t tap = 0; tap < job->window.taps; tap++) {
        const int8_t *a[4];
        SIGHT_UNROLL
        for (int r = 0; r < rows; r++)
            a[r] = sight_window_run(&job->window, row + (size_t)r, tap);
        for (size_t group = 0; group < groups; group++, weights += 64) {
            int8x16_t four[4];
            SIGHT_UNROLL
            for (int r = 0; r < rows; r++)
                four[r] = sight_broadcast(a[r] + 4 * group, flipped);
            SIGHT_UNROLL
            for (int v = 0; v < vectors; v++) {
                // Four weights of each of four columns.
                const int8x16_t w = vld1q_s8(weights + 16 * v);
                SIGHT_UNROLL
                for (int r = 0; r < rows; r++) {
                    int32x4_t *half = halves + 2 * (r * vectors + v);
                    const int16x8_t low = vmull_s8(vget_low_s8(w), vget_low_s8(four[r]));
                    half[0] = vpadalq_s16(half[0], low);
                    half[1] = vpadalq_s16(half[1], vmull_high_s8(w, four[r]));
                }
            }
        }
    }
    SIGHT_UNROLL
    for (int i = 0; i < rows * vectors; i++)
        sums[i] = vaddq_s32(sums[i], vpaddq_s32(halves[2 * i], halves[2 * i + 1]));
}

void sight_q8_igemm__neon_4x8(const sight_q8_igemm_job *job, sight_block block) {
    run_block(job, &block);
}

#endif
