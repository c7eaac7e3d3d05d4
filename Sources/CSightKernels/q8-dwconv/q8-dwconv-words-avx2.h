// AVX2 has no exact product of bytes, so q8-dwconv-quads.h multiplies 16-bit words here. Words hold
// whole weights, so there is one pass. Weights are widened once, activations at each product.

#define ROWS "q8-dwconv-roll-avx2.h"
#define QUAD_WEIGHTS 2

/// The words are bytes 0 and 2 of each channel, then bytes 1 and 3.
SIGHT_INLINE __m256i sight_dot4_ymm(__m256i sums, __m256i quad, const __m256i *weights) {
    const __m256i even = _mm256_and_si256(quad, _mm256_set1_epi16(0x00FF));
    sums = _mm256_add_epi32(sums, _mm256_madd_epi16(even, weights[0]));
    const __m256i odd = _mm256_srli_epi16(quad, 8);
    return _mm256_add_epi32(sums, _mm256_madd_epi16(odd, weights[1]));
}

/// Widens `count` quads of int8 weights to words and adds the `passes` terms of each weight.
SIGHT_INLINE void sight_widen_weights(size_t count, size_t passes, __m256i *weights) {
    __m256i words[4 * sight_q8_dwconv_maximum_groups][2];
    for (size_t i = 0; i < count; i++) {
        __m256i even = _mm256_setzero_si256(), odd = even;
        for (size_t pass = 0; pass < passes; pass++) {
            const __m256i bytes = weights[pass * count + i];
            even = _mm256_add_epi16(even, _mm256_srai_epi16(_mm256_slli_epi16(bytes, 8), 8));
            odd = _mm256_add_epi16(odd, _mm256_srai_epi16(bytes, 8));
        }
        words[i][0] = even, words[i][1] = odd;
    }
    memcpy(weights, words, count * sizeof words[0]);
}
