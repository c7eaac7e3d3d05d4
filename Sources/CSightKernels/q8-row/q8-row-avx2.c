#include "q8-row.h"

#if SIGHT_X86
#include <immintrin.h>

SIGHT_TARGET_BEGIN(SIGHT_TARGET_AVX2)

enum { row_step = 16 };
typedef __m256i row_values, row_sums;

SIGHT_INLINE row_values load_values(const int16_t *values) {
    return _mm256_loadu_si256((const __m256i *)(const void *)values);
}

SIGHT_INLINE row_sums zero_sums(void) { return _mm256_setzero_si256(); }

SIGHT_INLINE row_sums add_products(row_sums sums, row_values values, const uint8_t *weights,
                                   int32_t zero, const _Bool is_signed) {
    const __m128i bytes = _mm_loadu_si128((const __m128i *)(const void *)weights);
    const __m256i words =
        is_signed ? _mm256_cvtepi8_epi16(bytes)
                  : _mm256_sub_epi16(_mm256_cvtepu8_epi16(bytes), _mm256_set1_epi16((short)zero));
    return _mm256_add_epi32(sums, _mm256_madd_epi16(values, words));
}

SIGHT_INLINE int32_t total(row_sums sums) {
    __m128i four = _mm_add_epi32(_mm256_castsi256_si128(sums), _mm256_extracti128_si256(sums, 1));
    four = _mm_add_epi32(four, _mm_shuffle_epi32(four, 0x4E));
    return _mm_cvtsi128_si32(_mm_add_epi32(four, _mm_shuffle_epi32(four, 0xB1)));
}

#include "q8-row-columns.h"

void sight_q8_row__avx2(const sight_q8_row_job *job, size_t column, size_t columns, int32_t *sums) {
    row_kernel(job, column, columns, sums);
}

SIGHT_TARGET_END
#endif
