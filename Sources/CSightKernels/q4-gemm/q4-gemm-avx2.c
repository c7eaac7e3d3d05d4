#include "q4-gemm.h"

#if SIGHT_X86
#include <immintrin.h>
#include <string.h>

SIGHT_TARGET_BEGIN(SIGHT_TARGET_AVX2)

#include "q4-gemm-ymm.h"

enum { sight_tile_rows = 4, sight_tile_vectors = 1, sight_row_vectors = 2 };
enum { sight_sums_factor = 1 };

SIGHT_INLINE weights unpacked(const char *packed) {
    const __m256i bytes = _mm256_loadu_si256((const __m256i *)(const void *)packed);
    const __m256i lower = _mm256_set1_epi8(0x0F), upper = _mm256_srli_epi16(bytes, 4);
    const __m256i numbers =
        _mm256_setr_epi8(0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5,
                         6, 7, -8, -7, -6, -5, -4, -3, -2, -1);
    return (weights){_mm256_shuffle_epi8(numbers, _mm256_and_si256(bytes, lower)),
                     _mm256_shuffle_epi8(numbers, _mm256_and_si256(upper, lower))};
}

/// Adds the products in 16 bits: a step adds 16 of at most 8 * 255 to each sum.
SIGHT_INLINE void add_products(step_sums *sums, const uint8_t *a, weights w) {
    *sums = _mm256_add_epi16(*sums, _mm256_maddubs_epi16(four(a), w.low));
    *sums = _mm256_add_epi16(*sums, _mm256_maddubs_epi16(four(a + 4), w.high));
}

SIGHT_INLINE floats converted(step_sums sums) {
    return _mm256_cvtepi32_ps(_mm256_madd_epi16(sums, _mm256_set1_epi16(1)));
}

#include "q4-gemm-tile.h"

void sight_q4_gemm__avx2_4x8(const sight_q4_gemm_job *job, sight_block block) {
    run_block(job, &block);
}

SIGHT_TARGET_END
#endif
