#ifndef SIGHT_DOT4_AVX2_H
#define SIGHT_DOT4_AVX2_H

// Include this file between SIGHT_TARGET_BEGIN and SIGHT_TARGET_END of AVX2 or a tier above.

#include "isa.h"

#include <immintrin.h>

/// For each of 8 columns, adds the exact sum of four products uint8 * int8. The bytes are widened
/// to 16 bits, in which a sum of two products cannot saturate: first bytes 0 and 2, then bytes 1
/// and 3.
SIGHT_INLINE __m256i sight_dot4(__m256i sums, __m256i a, __m256i w) {
    const __m256i even = _mm256_madd_epi16(_mm256_and_si256(a, _mm256_set1_epi16(0x00FF)),
                                           _mm256_srai_epi16(_mm256_slli_epi16(w, 8), 8));
    sums = _mm256_add_epi32(sums, even); // two additions in sequence need fewer registers at once
    const __m256i odd = _mm256_madd_epi16(_mm256_srli_epi16(a, 8), _mm256_srai_epi16(w, 8));
    return _mm256_add_epi32(sums, odd);
}

#endif
