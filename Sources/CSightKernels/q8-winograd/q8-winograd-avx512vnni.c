#include "q8-winograd.h"

#if SIGHT_X86
#include <immintrin.h>

SIGHT_TARGET_BEGIN(SIGHT_TARGET_AVX512VNNI)

enum { product_rows = 12 };

#include "q8-winograd-ymm.h"

/// Adds the products of two inputs to the sums of `columns` columns, 16 or 8, a constant at every
/// call. 8 columns fill half of a register, and some processors (AMD's Zen 4) multiply half of a
/// register in half the time.
SIGHT_INLINE __m512i add_products(const int columns, __m512i sums, __m512i weights, int32_t two) {
    if (columns == 16)
        return _mm512_dpwssd_epi32(sums, weights, _mm512_set1_epi32(two));
    const __m256i half = _mm512_castsi512_si256(weights);
    return _mm512_castsi256_si512(
        _mm256_dpwssd_epi32(_mm512_castsi512_si256(sums), half, _mm256_set1_epi32(two)));
}

SIGHT_INLINE void multiply(const int rows, const int columns, const int16_t *words, size_t run,
                           size_t pairs, const int16_t *filters, int32_t *products) {
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
            sums[r] = add_products(columns, sums[r], weights, two);
        }
    }
    const __mmask16 written = (__mmask16)((1u << columns) - 1);
    SIGHT_UNROLL
    for (int r = 0; r < rows; r++)
        _mm512_mask_storeu_epi32(products + 16 * r, written, sums[r]);
}

void sight_q8_winograd__avx512vnni_12x16(const sight_q8_winograd_job *job, sight_block block) {
    run_block(job, &block);
}

SIGHT_TARGET_END
#endif
