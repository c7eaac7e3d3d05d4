#include "q8-igemm.h"

#if SIGHT_X86
#include <immintrin.h>

SIGHT_TARGET_BEGIN(SIGHT_TARGET_AVX512)

/// Widens to 16 bits, in which a sum of two products cannot saturate: first bytes 0 and 2, then
/// bytes 1 and 3.
SIGHT_INLINE __m512i sight_dot4(__m512i sums, __m512i a, __m512i w) {
    __m512i even = _mm512_madd_epi16(_mm512_and_si512(a, _mm512_set1_epi16(0x00FF)),
                                     _mm512_srai_epi16(_mm512_slli_epi16(w, 8), 8));
    __m512i odd = _mm512_madd_epi16(_mm512_srli_epi16(a, 8), _mm512_srai_epi16(w, 8));
    return _mm512_add_epi32(sums, _mm512_add_epi32(even, odd));
}

enum { sight_tile_rows = 8 };

#include "q8-igemm-avx512.h"

void sight_q8_igemm__avx512_8x32(const sight_q8_igemm_job *job, sight_block block) {
    run_block(job, &block);
}

SIGHT_TARGET_END
#endif
