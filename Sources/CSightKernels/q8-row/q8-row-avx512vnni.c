#include "q8-row.h"

#if SIGHT_X86
#include <immintrin.h>

SIGHT_TARGET_BEGIN(SIGHT_TARGET_AVX512VNNI)

// An instruction multiplies 64 uint8 by 64 int8. The kernel flips the top bits of the input a, so
// that a has the other type than the weights w; za and zw are their zero points:
//   int8   a' = a + 128 is uint8:  sum (a - za) w         = sum a' w - (za + 128) sum w
//   uint8  a' = a - 128 is int8:   sum (a - za) (w - zw)  = sum a' w + (128 - za) sum w
//                                                           - zw sum (a - za)
// The sum of the weights is the sum of their products with ones. It has the factor 0 if za is the
// least int8, as after a rectifier, or 128.

/// Adds the products of the input and the weights, each of which is loaded where `mask` is set.
SIGHT_INLINE void add_products(__m512i *products, __m512i *weight_sums, __m512i input,
                               const uint8_t *weights, __mmask64 mask, const _Bool is_signed,
                               const _Bool adds_weights) {
    const __m512i ones = _mm512_set1_epi8(1), w = _mm512_maskz_loadu_epi8(mask, weights);
    *products = is_signed ? _mm512_dpbusd_epi32(*products, input, w)
                          : _mm512_dpbusd_epi32(*products, w, input);
    if (!adds_weights)
        return;
    *weight_sums = is_signed ? _mm512_dpbusd_epi32(*weight_sums, ones, w)
                             : _mm512_dpbusd_epi32(*weight_sums, w, ones);
}

/// Computes `rows` columns from `first` on; the sums of the weights get `factor`.
SIGHT_INLINE void sum_columns(const sight_q8_row_job *job, size_t first, const size_t rows,
                              const _Bool is_signed, const _Bool adds_weights, uint32_t factor,
                              int32_t *sums) {
    const uint8_t *input = job->input;
    const uint8_t *weights = (const uint8_t *)job->weights + first * job->depth;
    const __m512i flips = _mm512_set1_epi8((char)0x80), zero = _mm512_setzero_si512();
    const size_t depth = job->depth, whole = depth / 64 * 64;
    __m512i products[4] = {zero, zero, zero, zero}, weight_sums[4] = {zero, zero, zero, zero};
    for (size_t k = 0; k < whole; k += 64) {
        const __m512i a = _mm512_xor_si512(_mm512_loadu_si512(input + k), flips);
        SIGHT_UNROLL
        for (size_t i = 0; i < rows; i++) {
            request_weights(weights + i * depth + k);
            add_products(&products[i], &weight_sums[i], a, weights + i * depth + k, ~(__mmask64)0,
                         is_signed, adds_weights);
        }
    }
    if (whole < depth) {
        const __mmask64 mask = ((__mmask64)1 << (depth - whole)) - 1;
        const __m512i a = _mm512_xor_si512(_mm512_maskz_loadu_epi8(mask, input + whole), flips);
        SIGHT_UNROLL
        for (size_t i = 0; i < rows; i++)
            add_products(&products[i], &weight_sums[i], a, weights + i * depth + whole, mask,
                         is_signed, adds_weights);
    }
    const uint32_t offset = (uint32_t)job->weight_zero_point * (uint32_t)job->value_sum;
    const __m512i factors = _mm512_set1_epi32((int32_t)factor);
    SIGHT_UNROLL
    for (size_t i = 0; i < rows; i++) {
        const __m512i weight_part = _mm512_mullo_epi32(weight_sums[i], factors);
        const __m512i all = _mm512_add_epi32(products[i], weight_part);
        sums[first + i] = (int32_t)((uint32_t)_mm512_reduce_add_epi32(all) - offset);
    }
}

/// Computes `rows` columns from `first` on.
SIGHT_INLINE void some_columns(const sight_q8_row_job *job, size_t first, const size_t rows,
                               const _Bool is_signed, int32_t *sums) {
    const uint32_t factor = (uint32_t)((is_signed ? -128 : 128) - job->input_zero_point);
    if (factor == 0)
        sum_columns(job, first, rows, is_signed, 0, 0, sums);
    else
        sum_columns(job, first, rows, is_signed, 1, factor, sums);
}

#include "q8-row-kernel.h"

void sight_q8_row__avx512vnni(const sight_q8_row_job *job, size_t column, size_t columns,
                              int32_t *sums) {
    row_kernel(job, column, columns, sums);
}

SIGHT_TARGET_END
#endif
