#ifndef SIGHT_REQUANTIZE_AVX2_H
#define SIGHT_REQUANTIZE_AVX2_H

// Requantisation of 8 columns at once; the rule is in sight-requantize.h.
// Include between SIGHT_TARGET_BEGIN and SIGHT_TARGET_END of AVX2 or a tier above.

#include <immintrin.h>
#include <stdint.h>

/// Steps 1 to 3 for 8 columns: parameters are int32 [8] each.
static inline __attribute__((always_inline)) __m256i
sight_requantize_8(__m256i accumulator, __m256i multiplier, __m256i left, __m256i right) {
    const __m256i half = _mm256_set1_epi64x(1 << 30);
    __m256i halves = _mm256_min_epi32(right, _mm256_set1_epi32(1));
    __m256i a = _mm256_sllv_epi32(accumulator, left);
    __m256i even = _mm256_add_epi64(_mm256_mul_epi32(a, multiplier), half);
    __m256i odd = _mm256_mul_epi32(_mm256_srli_epi64(a, 32), _mm256_srli_epi64(multiplier, 32));
    odd = _mm256_add_epi64(odd, half);
    __m256i x = _mm256_blend_epi32(_mm256_srli_epi64(even, 31), _mm256_slli_epi64(odd, 1), 0xAA);
    // See sight_requantize_general in requantize-avx512.h.
    x = _mm256_sub_epi32(x, _mm256_and_si256(_mm256_srli_epi32(x, 31), halves));
    x = _mm256_add_epi32(_mm256_srav_epi32(x, _mm256_sub_epi32(right, halves)), halves);
    return _mm256_srav_epi32(x, halves);
}

#endif
