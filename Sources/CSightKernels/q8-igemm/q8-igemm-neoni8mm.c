#include "q8-igemm.h"

#if SIGHT_ARM64
#include <arm_neon.h>

SIGHT_TARGET_BEGIN(SIGHT_TARGET_NEONI8MM)

enum { sight_tile_vectors = 4 };
static const sight_q8_igemm_order sight_tile_order = sight_q8_igemm_eights;
#include "q8-igemm-neon.h"

/// Adds the products of eight activations of each row to squares. A register of pairs [rows / 2]
/// has eight activations of each of two rows.
SIGHT_INLINE void multiply_eight(const int rows, const int vectors, const int8x16_t *pairs,
                                 const int8_t *weights, int32x4_t *squares) {
    SIGHT_UNROLL
    for (int i = 0; i < 2 * vectors; i++) {
        const int8x16_t w = vld1q_s8(weights + 16 * i); // eight weights of each of two columns
        SIGHT_UNROLL
        for (int p = 0; p < rows / 2; p++) {
            int32x4_t *square = squares + 2 * p * vectors + i;
            *square = vmmlaq_s32(*square, pairs[p], w);
        }
    }
}

/// Loads 16 activations of each row as pairs of rows: low [rows / 2] gets the first eight, and high
/// [rows / 2] the others.
SIGHT_INLINE void load_pairs(const int rows, const _Bool flipped, const int8_t *const *a, size_t k,
                             int8x16_t *low, int8x16_t *high) {
    SIGHT_UNROLL
    for (int p = 0; p < rows / 2; p++) {
        const int64x2_t upper =
            vreinterpretq_s64_s8(sight_activations(vld1q_s8(a[2 * p] + k), flipped));
        const int64x2_t lower =
            vreinterpretq_s64_s8(sight_activations(vld1q_s8(a[2 * p + 1] + k), flipped));
        low[p] = vreinterpretq_s8_s64(vzip1q_s64(upper, lower));
        high[p] = vreinterpretq_s8_s64(vzip2q_s64(upper, lower));
    }
}

/// Adds the products of one row to sums in the order of lines, by SDOT: with one row, half of each
/// product of matrices would be wasted.
SIGHT_INLINE void multiply_row(const int vectors, const _Bool flipped, const sight_window *window,
                               size_t depth, const int8_t *weights, int32x4_t *sums) {
    int32x4_t halves[8]; // two partial sums of each of two columns
    SIGHT_UNROLL
    for (int i = 0; i < 2 * vectors; i++)
        halves[i] = vdupq_n_s32(0);
    const size_t eights = (depth + 7) / 8;
    for (size_t tap = 0; tap < window->taps; tap++) {
        const int8_t *a = sight_window_run(window, 0, tap);
        for (size_t i = 0; i < eights; i++, a += 8, weights += 128) {
            // Kernels may read past the end of a run.
            const int8x8_t eight = vld1_s8(a);
            const int8x16_t values = sight_activations(vcombine_s8(eight, eight), flipped);
            SIGHT_UNROLL
            for (int j = 0; j < 2 * vectors; j++)
                halves[j] = vdotq_s32(halves[j], vld1q_s8(weights + 16 * j), values);
        }
    }
    SIGHT_UNROLL
    for (int v = 0; v < vectors; v++)
        sums[v] = vaddq_s32(sums[v], vpaddq_s32(halves[2 * v], halves[2 * v + 1]));
}

SIGHT_INLINE void sight_accumulate(const int rows, const int vectors, const _Bool flipped,
                                   const sight_window *window, size_t depth,
                                   const sight_q8_igemm_panel *panel, size_t n, int32x4_t *sums) {
    const int8_t *weights = panel->weights + 8 * n;
    if (rows == 1) {
        multiply_row(vectors, flipped, window, depth, weights, sums);
        return;
    }
    for (size_t tap = 0; tap < window->taps; tap++) {
        const int8_t *a[8];
        SIGHT_UNROLL
        for (int r = 0; r < rows; r++)
            a[r] = sight_window_run(window, (size_t)r, tap);
        int8x16_t low[4], high[4];
        size_t k = 0;
        for (; k + 8 < depth; k += 16, weights += 256) {
            load_pairs(rows, flipped, a, k, low, high);
            multiply_eight(rows, vectors, low, weights, sums);
            multiply_eight(rows, vectors, high, weights + 128, sums);
        }
        if (k < depth) { // up to eight activations; kernels may read past the end of a run
            load_pairs(rows, flipped, a, k, low, high);
            multiply_eight(rows, vectors, low, weights, sums);
            weights += 128;
        }
    }
}

void sight_q8_igemm__neoni8mm_4x16(const sight_q8_igemm_job *job, sight_block block) {
    run_block(job, &block);
}

SIGHT_TARGET_END
#endif
