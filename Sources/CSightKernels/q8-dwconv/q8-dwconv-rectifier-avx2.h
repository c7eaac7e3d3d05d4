#include "../requantize/requantize-avx2.h"

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
