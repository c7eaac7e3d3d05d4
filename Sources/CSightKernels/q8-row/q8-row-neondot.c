#include "q8-row.h"

#if SIGHT_ARM64
#include <arm_neon.h>
#include <string.h>

SIGHT_TARGET_BEGIN(SIGHT_TARGET_NEONDOT)

// An instruction multiplies 16 bytes by 16 bytes of the same type. For the input a, the weights w
// and their zero points za and zw:
//   sum (a - za) (w - zw) = sum a w - za sum w - zw sum (a - za)
// The sum of the weights is the sum of their products with ones.

// The sums of four columns: of the products, and of the weights. For uint8 the registers hold the
// bits of uint32.
typedef struct {
    int32x4_t products[4], weights[4];
} row_sums;

/// Adds the products of 16 weights of column `i` to its sums; `ones` has ones where weights count.
SIGHT_INLINE void add_products(row_sums *sums, size_t i, int8x16_t input, int8x16_t ones,
                               int8x16_t weights, const _Bool is_signed) {
    if (is_signed) {
        sums->products[i] = vdotq_s32(sums->products[i], input, weights);
        sums->weights[i] = vdotq_s32(sums->weights[i], ones, weights);
    } else {
        const uint8x16_t w = vreinterpretq_u8_s8(weights);
        sums->products[i] = vreinterpretq_s32_u32(
            vdotq_u32(vreinterpretq_u32_s32(sums->products[i]), vreinterpretq_u8_s8(input), w));
        sums->weights[i] = vreinterpretq_s32_u32(
            vdotq_u32(vreinterpretq_u32_s32(sums->weights[i]), vreinterpretq_u8_s8(ones), w));
    }
}

/// Computes `rows` columns from `first` on.
SIGHT_INLINE void some_columns(const sight_q8_row_job *job, size_t first, const size_t rows,
                               const _Bool is_signed, int32_t *sums) {
    const size_t depth = job->depth, whole = depth / 64 * 64;
    const int8_t *input = job->input, *weights = (const int8_t *)job->weights + first * depth;
    row_sums added = {{vdupq_n_s32(0), vdupq_n_s32(0), vdupq_n_s32(0), vdupq_n_s32(0)},
                      {vdupq_n_s32(0), vdupq_n_s32(0), vdupq_n_s32(0), vdupq_n_s32(0)}};
    const int8x16_t ones = vdupq_n_s8(1);
    for (size_t k = 0; k < whole; k += 64) {
        const int8x16x4_t a = vld1q_s8_x4(input + k);
        SIGHT_UNROLL
        for (size_t i = 0; i < rows; i++) {
            const int8_t *column = weights + i * depth + k;
            request_weights((const uint8_t *)column);
            SIGHT_UNROLL
            for (size_t j = 0; j < 4; j++)
                add_products(&added, i, a.val[j], ones, vld1q_s8(column + 16 * j), is_signed);
        }
    }
    size_t k = whole;
    for (; k + 16 <= depth; k += 16) {
        const int8x16_t a = vld1q_s8(input + k);
        SIGHT_UNROLL
        for (size_t i = 0; i < rows; i++)
            add_products(&added, i, a, ones, vld1q_s8(weights + i * depth + k), is_signed);
    }
    if (k < depth) { // kernels may read past the end of the weights, but not of the input
        int8_t rest[2][16] = {{0}};
        memcpy(rest[0], input + k, depth - k);
        memset(rest[1], 1, depth - k);
        const int8x16_t a = vld1q_s8(rest[0]), counted = vld1q_s8(rest[1]);
        SIGHT_UNROLL
        for (size_t i = 0; i < rows; i++)
            add_products(&added, i, a, counted, vld1q_s8(weights + i * depth + k), is_signed);
    }
    const uint32_t offset = (uint32_t)job->weight_zero_point * (uint32_t)job->value_sum;
    SIGHT_UNROLL
    for (size_t i = 0; i < rows; i++)
        sums[first + i] =
            (int32_t)((uint32_t)vaddvq_s32(added.products[i]) -
                      (uint32_t)job->input_zero_point * (uint32_t)vaddvq_s32(added.weights[i]) -
                      offset);
}

#include "q8-row-kernel.h"

void sight_q8_row__neondot(const sight_q8_row_job *job, size_t column, size_t columns,
                           int32_t *sums) {
    row_kernel(job, column, columns, sums);
}

SIGHT_TARGET_END
#endif
