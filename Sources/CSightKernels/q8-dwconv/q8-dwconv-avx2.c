#include "q8-dwconv.h"

#if SIGHT_X86
#include <immintrin.h>

SIGHT_TARGET_BEGIN(SIGHT_TARGET_AVX2)
#include "../requantize/requantize-avx2.h"

/// Widens to 16 bits, where products cannot saturate: bytes 0 and 2, then bytes 1 and 3.
SIGHT_INLINE __m256i sight_dot4(__m256i sums, __m256i a, __m256i w) {
    __m256i even = _mm256_madd_epi16(_mm256_and_si256(a, _mm256_set1_epi16(0x00FF)),
                                     _mm256_srai_epi16(_mm256_slli_epi16(w, 8), 8));
    __m256i odd = _mm256_madd_epi16(_mm256_srli_epi16(a, 8), _mm256_srai_epi16(w, 8));
    return _mm256_add_epi32(sums, _mm256_add_epi32(even, odd));
}

// One multiplier and shift for all channels. 64-bit arithmetic shifts are missing here, so the
// general rule serves here too.
typedef struct {
    __m256i multiplier, right;
    _Bool once;
} sight_rectifier;

SIGHT_INLINE sight_rectifier sight_rectifier_load(const sight_q8_dwconv_panel panel,
                                                  const _Bool once) {
    return (sight_rectifier){_mm256_set1_epi32(panel.multiplier[0]),
                             _mm256_set1_epi32(panel.right[0]), once};
}

SIGHT_INLINE __m256i sight_rectify(__m256i sums, const sight_rectifier *q) {
    return sight_requantize_8(sums, q->multiplier, _mm256_setzero_si256(), q->right, q->once);
}

#include "q8-dwconv-ymm.h"

void sight_q8_dwconv__avx2_c32(const sight_q8_dwconv_job *job, sight_block block) {
    run_block(job, &block);
}

SIGHT_TARGET_END
#endif
