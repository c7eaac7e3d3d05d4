#include "q8-igemm.h"

#if SIGHT_ARM64
#include <arm_neon.h>

SIGHT_TARGET_BEGIN(SIGHT_TARGET_NEONI8MM)

enum { sight_tile_vectors = 4 };
#include "q8-igemm-neon.h"
#include "q8-igemm-neondot.h"

/// Adds the products of eight activations of each row to squares [rows / 2][2 * vectors]. A square
/// is a register with the sums of two rows by two columns. A register of pairs [rows / 2] has eight
/// activations of each of two rows. `second` says whether each column has eight weights left;
/// otherwise it has four, and zeros replace the others.
SIGHT_INLINE void multiply_eight(const int rows, const int vectors, const _Bool second,
                                 const int8x16_t *pairs, const int8_t *weights,
                                 int32x4_t *squares) {
    SIGHT_UNROLL
    for (int v = 0; v < vectors; v++) {
        // `near` has the first four weights of four columns, `far` the next four. Together they
        // make two pairs of columns with eight weights each.
        const int32x4_t near = vreinterpretq_s32_s8(vld1q_s8(weights + 16 * v));
        const int32x4_t far =
            second ? vreinterpretq_s32_s8(vld1q_s8(weights + 64 + 16 * v)) : vdupq_n_s32(0);
        const int8x16_t low = vreinterpretq_s8_s32(vzip1q_s32(near, far));
        const int8x16_t high = vreinterpretq_s8_s32(vzip2q_s32(near, far));
        SIGHT_UNROLL
        for (int p = 0; p < rows / 2; p++) {
            int32x4_t *square = squares + 2 * (p * vectors + v);
            square[0] = vmmlaq_s32(square[0], pairs[p], low);
            square[1] = vmmlaq_s32(square[1], pairs[p], high);
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

/// Adds squares [rows / 2][2 * vectors] to sums [rows][vectors].
SIGHT_INLINE void add_squares(const int rows, const int vectors, const int32x4_t *squares,
                              int32x4_t *sums) {
    SIGHT_UNROLL
    for (int i = 0; i < rows / 2 * vectors; i++) {
        const int64x2_t low = vreinterpretq_s64_s32(squares[2 * i]);
        const int64x2_t high = vreinterpretq_s64_s32(squares[2 * i + 1]);
        int32x4_t *upper = sums + 2 * (i / vectors) * vectors + i % vectors;
        int32x4_t *lower = upper + vectors;
        *upper = vaddq_s32(*upper, vreinterpretq_s32_s64(vzip1q_s64(low, high)));
        *lower = vaddq_s32(*lower, vreinterpretq_s32_s64(vzip2q_s64(low, high)));
    }
}

SIGHT_INLINE void sight_accumulate(const int rows, const int vectors, const _Bool flipped,
                                   const sight_q8_igemm_job *job, size_t row, const int8_t *weights,
                                   int32x4_t *sums) {
    if (rows == 1) { // with one row, half of each matrix product would be wasted
        sight_accumulate_dot(rows, vectors, flipped, job, row, weights, sums);
        return;
    }
    int32x4_t squares[16];
    SIGHT_UNROLL
    for (int i = 0; i < rows * vectors; i++)
        squares[i] = vdupq_n_s32(0);
    const size_t groups = sight_q8_igemm_groups(job->depth);
    for (size_t tap = 0; tap < job->window.taps; tap++) {
        const int8_t *a[8];
        SIGHT_UNROLL
        for (int r = 0; r < rows; r++)
            a[r] = sight_window_run(&job->window, row + (size_t)r, tap);
        int8x16_t low[4], high[4];
        size_t group = 0;
        for (; group + 4 <= groups; group += 4, weights += 256) {
            load_pairs(rows, flipped, a, 4 * group, low, high);
            multiply_eight(rows, vectors, 1, low, weights, squares);
            multiply_eight(rows, vectors, 1, high, weights + 128, squares);
        }
        if (group == groups)
            continue;
        // Kernels may read past the end of a run.
        load_pairs(rows, flipped, a, 4 * group, low, high);
        const size_t rest = groups - group;
        if (rest == 1) {
            multiply_eight(rows, vectors, 0, low, weights, squares);
        } else {
            multiply_eight(rows, vectors, 1, low, weights, squares);
            if (rest == 3)
                multiply_eight(rows, vectors, 0, high, weights + 128, squares);
        }
        weights += 64 * rest;
    }
    add_squares(rows, vectors, squares, sums);
}

void sight_q8_igemm__neoni8mm_4x16(const sight_q8_igemm_job *job, sight_block block) {
    run_block(job, &block);
}

SIGHT_TARGET_END
#endif
