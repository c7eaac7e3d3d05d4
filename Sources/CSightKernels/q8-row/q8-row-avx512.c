#include "q8-row.h"

#if SIGHT_X86
#include <immintrin.h>

SIGHT_TARGET_BEGIN(SIGHT_TARGET_AVX512)

enum { row_step = 32 };
typedef __m512i row_values, row_sums;

SIGHT_INLINE row_values load_values(const int16_t *values) { return _mm512_loadu_si512(values); }

SIGHT_INLINE row_sums zero_sums(void) { return _mm512_setzero_si512(); }

SIGHT_INLINE row_sums add_products(row_sums sums, row_values values, const uint8_t *weights,
                                   int32_t zero, const _Bool is_signed) {
    const __m256i bytes = _mm256_loadu_si256((const __m256i *)(const void *)weights);
    const __m512i words =
        is_signed ? _mm512_cvtepi8_epi16(bytes)
                  : _mm512_sub_epi16(_mm512_cvtepu8_epi16(bytes), _mm512_set1_epi16((short)zero));
    return _mm512_add_epi32(sums, _mm512_madd_epi16(values, words));
}

SIGHT_INLINE int32_t total(row_sums sums) { return _mm512_reduce_add_epi32(sums); }

#include "q8-row-columns.h"

void sight_q8_row__avx512(const sight_q8_row_job *job, size_t column, size_t columns,
                          int32_t *sums) {
    row_kernel(job, column, columns, sums);
}

SIGHT_TARGET_END
#endif
