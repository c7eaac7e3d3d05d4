#include "q8-igemm.h"

#if SIGHT_ARM64
#include <arm_neon.h>

enum { sight_tile_vectors = 2, sight_tile_group = 4 };
#include "q8-igemm-neon.h"

/// Adds the products of one or two groups of four to partial sums [row][2 * vector], registers with
/// two partial sums for each of two columns. The first four arguments are constants at every call.
SIGHT_INLINE void add_groups(const int count, const int rows, const int vectors,
                             const _Bool flipped, const int8_t *const *a, size_t k,
                             const int8_t *weights, int32x4_t *halves) {
    int8x16_t w[2][2]; // [group][vector]: four weights of each of four columns
    SIGHT_UNROLL
    for (int i = 0; i < count; i++)
        SIGHT_UNROLL
    for (int v = 0; v < vectors; v++)
        w[i][v] = vld1q_s8(weights + 64 * i + 16 * v);
    SIGHT_UNROLL
    for (int r = 0; r < rows; r++) {
        int8x16_t fours[2];
        SIGHT_UNROLL
        for (int i = 0; i < count; i++) {
            fours[i] = sight_broadcast(a[r] + k + 4 * i, flipped);
            // Otherwise clang keeps the halves of the weights in registers of their own, and too
            // few are left for the sums.
            SIGHT_OPAQUE("w", fours[i]);
        }
        SIGHT_UNROLL
        for (int v = 0; v < vectors; v++) {
            int16x8_t low = vmull_s8(vget_low_s8(w[0][v]), vget_low_s8(fours[0]));
            int16x8_t high = vmull_high_s8(w[0][v], fours[0]);
            if (count > 1) {
                low = vmlal_s8(low, vget_low_s8(w[1][v]), vget_low_s8(fours[1]));
                high = vmlal_high_s8(high, w[1][v], fours[1]);
            }
            int32x4_t *half = halves + 2 * (r * vectors + v);
            half[0] = vpadalq_s16(half[0], low);
            half[1] = vpadalq_s16(half[1], high);
        }
    }
}

/// The sum of two products of int8 fits int16, except that of -128 * -128 twice. If no weight is
/// -128, the products of two groups are therefore added in 16 bits before they are added to sums of
/// 32 bits: three instructions for 16 products instead of four.
SIGHT_INLINE void sight_accumulate(const int rows, const int vectors, const _Bool flipped,
                                   const sight_q8_igemm_job *job, size_t row,
                                   const sight_q8_igemm_panel *panel, int32x4_t *sums) {
    int32x4_t halves[16];
    SIGHT_UNROLL
    for (int i = 0; i < 2 * rows * vectors; i++)
        halves[i] = vdupq_n_s32(0);
    const size_t groups = sight_q8_igemm_groups(job->depth);
    const size_t paired = panel->least_weight > -128 ? groups / 2 * 2 : 0;
    const int8_t *weights = panel->weights;
    for (size_t tap = 0; tap < job->window.taps; tap++) {
        const int8_t *a[4];
        SIGHT_UNROLL
        for (int r = 0; r < rows; r++)
            a[r] = sight_window_run(&job->window, row + (size_t)r, tap);
        size_t group = 0;
        for (; group < paired; group += 2, weights += 128)
            add_groups(2, rows, vectors, flipped, a, 4 * group, weights, halves);
        for (; group < groups; group++, weights += 64)
            add_groups(1, rows, vectors, flipped, a, 4 * group, weights, halves);
    }
    SIGHT_UNROLL
    for (int i = 0; i < rows * vectors; i++)
        sums[i] = vaddq_s32(sums[i], vpaddq_s32(halves[2 * i], halves[2 * i + 1]));
}

void sight_q8_igemm__neon_4x8(const sight_q8_igemm_job *job, sight_block block) {
    run_block(job, &block);
}

#endif
