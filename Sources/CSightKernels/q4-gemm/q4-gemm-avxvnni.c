#include "q4-gemm.h"

#if SIGHT_X86
#include <immintrin.h>
#include <string.h>

SIGHT_TARGET_BEGIN(SIGHT_TARGET_AVXVNNI)

#include "q4-gemm-ymm.h"

enum { sight_tile_rows = 2, sight_tile_vectors = 2, sight_row_vectors = 2 };
enum { sight_sums_factor = 16 }; // a weight is the upper half of a byte, the lower half is zero

SIGHT_INLINE weights unpacked(const char *packed) {
    const __m256i bytes = _mm256_loadu_si256((const __m256i *)(const void *)packed);
    const __m256i upper = _mm256_set1_epi8((char)0xF0);
    return (weights){_mm256_and_si256(_mm256_slli_epi16(bytes, 4), upper),
                     _mm256_and_si256(bytes, upper)};
}

SIGHT_INLINE void add_products(step_sums *sums, const uint8_t *a, weights w) {
    *sums = _mm256_dpbusd_avx_epi32(*sums, four(a), w.low);
    *sums = _mm256_dpbusd_avx_epi32(*sums, four(a + 4), w.high);
}

SIGHT_INLINE floats converted(step_sums sums) { return _mm256_cvtepi32_ps(sums); }

#include "q4-gemm-tile.h"

void sight_q4_gemm__avxvnni_2x16(const sight_q4_gemm_job *job, sight_block block) {
    run_block(job, &block);
}

SIGHT_TARGET_END
#endif
