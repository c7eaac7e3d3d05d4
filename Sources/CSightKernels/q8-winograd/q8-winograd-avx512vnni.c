#include "q8-winograd.h"

#if SIGHT_X86
#include <immintrin.h>

SIGHT_TARGET_BEGIN(SIGHT_TARGET_AVX512VNNI)

enum { product_rows = 12 };

#include "q8-winograd-ymm.h"

/// Computes 8 columns in registers of half the width, which take half the time on some processors.
SIGHT_INLINE void multiply_halves(const int rows, const int16_t *words, size_t run, size_t pairs,
                                  const int16_t *filters, int32_t *products) {
    __m256i sums[product_rows];
    SIGHT_UNROLL
    for (int r = 0; r < rows; r++)
        sums[r] = _mm256_setzero_si256();
    for (size_t pair = 0; pair < pairs; pair++, words += 2, filters += 32) {
        const __m256i weights = _mm256_loadu_si256((const __m256i *)(const void *)filters);
        SIGHT_UNROLL
        for (int r = 0; r < rows; r++) {
            int32_t two;
            memcpy(&two, words + (size_t)r * run, 4);
            sums[r] = _mm256_dpwssd_epi32(sums[r], weights, _mm256_set1_epi32(two));
        }
    }
    SIGHT_UNROLL
    for (int r = 0; r < rows; r++)
        _mm256_storeu_si256((__m256i *)(void *)(products + 16 * r), sums[r]);
}

SIGHT_INLINE void multiply(const int rows, const int columns, const int16_t *words, size_t run,
                           size_t pairs, const int16_t *filters, int32_t *products) {
    if (columns == 8) {
        multiply_halves(rows, words, run, pairs, filters, products);
        return;
    }
    __m512i sums[product_rows];
    SIGHT_UNROLL
    for (int r = 0; r < rows; r++)
        sums[r] = _mm512_setzero_si512();
    for (size_t pair = 0; pair < pairs; pair++, words += 2, filters += 32) {
        const __m512i weights = _mm512_loadu_si512(filters);
        SIGHT_UNROLL
        for (int r = 0; r < rows; r++) {
            int32_t two;
            memcpy(&two, words + (size_t)r * run, 4);
            sums[r] = _mm512_dpwssd_epi32(sums[r], weights, _mm512_set1_epi32(two));
        }
    }
    SIGHT_UNROLL
    for (int r = 0; r < rows; r++)
        _mm512_storeu_si512(products + 16 * r, sums[r]);
}

void sight_q8_winograd__avx512vnni_12x16(const sight_q8_winograd_job *job, sight_block block) {
    run_block(job, &block);
}

SIGHT_TARGET_END
#endif
