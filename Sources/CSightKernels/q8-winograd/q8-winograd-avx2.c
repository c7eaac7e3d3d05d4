#include "q8-winograd.h"

#if SIGHT_X86
#include <immintrin.h>

SIGHT_TARGET_BEGIN(SIGHT_TARGET_AVX2)

enum { product_rows = 6 };

#include "q8-winograd-ymm.h"

SIGHT_INLINE void multiply(const int rows, const int columns, const int16_t *words, size_t run,
                           size_t pairs, const int16_t *filters, int32_t *products) {
    const int vectors = columns / 8;
    __m256i sums[2 * product_rows]; // [tile][vector]
    SIGHT_UNROLL
    for (int i = 0; i < vectors * rows; i++)
        sums[i] = _mm256_setzero_si256();
    for (size_t pair = 0; pair < pairs; pair++, words += 2, filters += 32) {
        const __m256i *w = (const __m256i *)(const void *)filters;
        const __m256i w0 = _mm256_loadu_si256(w), w1 = _mm256_loadu_si256(w + 1);
        SIGHT_UNROLL
        for (int r = 0; r < rows; r++) {
            int32_t two;
            memcpy(&two, words + (size_t)r * run, 4);
            const __m256i a = _mm256_set1_epi32(two);
            __m256i *sum = sums + vectors * r;
            sum[0] = _mm256_add_epi32(sum[0], _mm256_madd_epi16(a, w0));
            if (vectors > 1)
                sum[1] = _mm256_add_epi32(sum[1], _mm256_madd_epi16(a, w1));
        }
    }
    SIGHT_UNROLL
    for (int i = 0; i < vectors * rows; i++)
        _mm256_storeu_si256((__m256i *)(void *)(products + 16 * (i / vectors) + 8 * (i % vectors)),
                            sums[i]);
}

void sight_q8_winograd__avx2_6x16(const sight_q8_winograd_job *job, sight_block block) {
    run_block(job, &block);
}

SIGHT_TARGET_END
#endif
