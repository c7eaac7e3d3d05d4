#include "q8-igemm.h"

#if SIGHT_X86
#include <immintrin.h>

SIGHT_TARGET_BEGIN(SIGHT_TARGET_AVX512VNNI)

SIGHT_INLINE __m512i sight_dot4(__m512i sums, __m512i a, __m512i w) {
    return _mm512_dpbusd_epi32(sums, a, w);
}

enum { sight_tile_rows = 12 };

#include "q8-igemm-avx512.h"

void sight_q8_igemm__avx512vnni_12x32(const sight_q8_igemm_job *job, sight_block block) {
    run_block(job, &block);
}

SIGHT_TARGET_END
#endif
