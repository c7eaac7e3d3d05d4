#include "q16-igemm.h"

#if SIGHT_X86
#include <immintrin.h>

SIGHT_TARGET_BEGIN(SIGHT_TARGET_AVX2)

#define words __m256i
#define sums32 __m256i
#define no_sums _mm256_setzero_si256
enum { word_lanes = 16 };

SIGHT_INLINE __m256i load_words(const int16_t *a) {
    return _mm256_loadu_si256((const __m256i *)(const void *)a);
}

SIGHT_INLINE __m256i widen_bytes(const int8_t *bytes) {
    return _mm256_cvtepi8_epi16(_mm_loadu_si128((const __m128i *)(const void *)bytes));
}

SIGHT_INLINE __m256i high_bytes(__m256i w) { return _mm256_srai_epi16(w, 8); }

SIGHT_INLINE __m256i low_bytes(__m256i w) { return _mm256_and_si256(w, _mm256_set1_epi16(0xFF)); }

SIGHT_INLINE __m256i add_products(__m256i sums, __m256i a, __m256i b) {
    return _mm256_add_epi32(sums, _mm256_madd_epi16(a, b));
}

SIGHT_INLINE void totals(const __m256i sums[4], int32_t *four) {
    const __m256i pairs =
        _mm256_hadd_epi32(_mm256_hadd_epi32(sums[0], sums[1]), _mm256_hadd_epi32(sums[2], sums[3]));
    _mm_storeu_si128((__m128i *)(void *)four, _mm_add_epi32(_mm256_castsi256_si128(pairs),
                                                            _mm256_extracti128_si256(pairs, 1)));
}

#include "q16-igemm-tile.h"

void sight_q16_igemm__avx2_4x1(const sight_q16_igemm_job *job, size_t row, size_t rows,
                               int64_t *sums) {
    run_rows(job, row, rows, sums);
}

SIGHT_TARGET_END
#endif
