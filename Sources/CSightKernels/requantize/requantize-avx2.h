#ifndef SIGHT_REQUANTIZE_AVX2_H
#define SIGHT_REQUANTIZE_AVX2_H

// Requantization of 8 columns at once; sight-requantize.h has the rules. Include this file between
// SIGHT_TARGET_BEGIN and SIGHT_TARGET_END of AVX2 or a tier above.

#include "../isa.h"
#include "sight-requantize.h"

#include <immintrin.h>
#include <stdint.h>

/// Steps 1 to 3 for 8 columns; each parameter is int32 [8]. If `once`, every left must be zero.
SIGHT_INLINE __m256i sight_requantize_8(__m256i accumulator, __m256i multiplier, __m256i left,
                                        __m256i right, const _Bool once) {
    __m256i halves = _mm256_min_epi32(right, _mm256_set1_epi32(1));
    // Step 2 adds 2^30 before the shift; when rounding once, only in columns whose right is zero.
    __m256i even_half = _mm256_set1_epi64x(1 << 30), odd_half = even_half;
    __m256i corrections = halves;
    if (once) {
        __m256i skipped = _mm256_slli_epi32(halves, 30);
        even_half = _mm256_andnot_si256(skipped, even_half);
        odd_half = _mm256_andnot_si256(_mm256_srli_epi64(skipped, 32), odd_half);
        corrections = _mm256_setzero_si256();
    }
    __m256i a = _mm256_sllv_epi32(accumulator, left);
    __m256i even = _mm256_add_epi64(_mm256_mul_epi32(a, multiplier), even_half);
    __m256i odd = _mm256_mul_epi32(_mm256_srli_epi64(a, 32), _mm256_srli_epi64(multiplier, 32));
    odd = _mm256_add_epi64(odd, odd_half);
    __m256i x = _mm256_blend_epi32(_mm256_srli_epi64(even, 31), _mm256_slli_epi64(odd, 1), 0xAA);
    // See sight_requantize_general in requantize-avx512.h.
    x = _mm256_sub_epi32(x, _mm256_and_si256(_mm256_srli_epi32(x, 31), corrections));
    x = _mm256_add_epi32(_mm256_srav_epi32(x, _mm256_sub_epi32(right, halves)), halves);
    return _mm256_srav_epi32(x, halves);
}

/// The factors of 8 columns for the rule `nearest`.
SIGHT_INLINE __m256 sight_nearest_factors_8(__m256i multiplier, __m256i right) {
    const __m256i power =
        _mm256_slli_epi32(_mm256_sub_epi32(_mm256_set1_epi32(127 - 31), right), 23);
    return _mm256_mul_ps(_mm256_cvtepi32_ps(multiplier), _mm256_castsi256_ps(power));
}

SIGHT_INLINE __m256i sight_requantize_nearest_8(__m256i accumulator, __m256 factors) {
    return _mm256_cvtps_epi32(_mm256_mul_ps(_mm256_cvtepi32_ps(accumulator), factors));
}

// The parameters of step 4, for all columns of an output.
typedef struct {
    __m256i zero_point;             // 16-bit
    __m256i minimum, maximum, flip; // of bytes; the bounds are those of uint8
    _Bool clamps;                   // whether the bounds are narrower than uint8
} sight_narrower_avx2;

SIGHT_INLINE sight_narrower_avx2 sight_narrower_avx2_load(const sight_requantization *q) {
    // Narrowing goes to uint8 first, also for int8 outputs, which have a minimum below zero.
    const int offset = q->minimum < 0 ? 128 : 0;
    const int minimum = q->minimum + offset, maximum = q->maximum + offset;
    return (sight_narrower_avx2){_mm256_set1_epi16((short)(q->zero_point + offset)),
                                 _mm256_set1_epi8((char)minimum), _mm256_set1_epi8((char)maximum),
                                 _mm256_set1_epi8((char)offset), minimum > 0 || maximum < 255};
}

/// Step 4: narrows four registers of 8 sums to bytes, in their order. The narrowing saturates, and
/// so clamps to the range of uint8.
SIGHT_INLINE __m256i sight_narrow_4x8(__m256i first, __m256i second, __m256i third, __m256i fourth,
                                      const sight_narrower_avx2 *q) {
    const __m256i a = _mm256_adds_epi16(_mm256_packs_epi32(first, second), q->zero_point);
    const __m256i b = _mm256_adds_epi16(_mm256_packs_epi32(third, fourth), q->zero_point);
    __m256i bytes = _mm256_packus_epi16(a, b);
    if (q->clamps)
        bytes = _mm256_min_epu8(_mm256_max_epu8(bytes, q->minimum), q->maximum);
    // Packing takes 4 sums of each register in turn; this restores their order.
    const __m256i order = _mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7);
    return _mm256_permutevar8x32_epi32(_mm256_xor_si256(bytes, q->flip), order);
}

/// Step 4 for two rows of 16 sums: each half of the result has the bytes of one row.
SIGHT_INLINE __m256i sight_narrow_2x16(const __m256i *upper, const __m256i *lower,
                                       const sight_narrower_avx2 *q) {
    return sight_narrow_4x8(upper[0], upper[1], lower[0], lower[1], q);
}

#endif
