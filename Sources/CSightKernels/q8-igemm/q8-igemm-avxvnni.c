#include "q8-igemm.h"

#if SIGHT_X86
#include <immintrin.h>

SIGHT_TARGET_BEGIN(SIGHT_TARGET_AVXVNNI)

SIGHT_INLINE __m256i sight_dot4(__m256i sums, __m256i a, __m256i w) {
    return _mm256_dpbusd_avx_epi32(sums, a, w);
}

enum { sight_tile_rows = 6 };
static const sight_q8_igemm_order sight_tile_order = sight_q8_igemm_fours;
#include "q8-igemm-ymm.h"

void sight_q8_igemm__avxvnni_6x16(const sight_q8_igemm_job *job, sight_block block) {
    run_block(job, &block);
}

SIGHT_TARGET_END
#endif
