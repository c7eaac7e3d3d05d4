#include "peak.h"

#if SIGHT_X86
#include <immintrin.h>

SIGHT_TARGET_BEGIN(SIGHT_TARGET_AVX512VNNI)

enum { chains = 16 };

size_t sight_peak_q8__avx512vnni(size_t rounds) {
    __m512i sums[chains];
    const __m512i a = _mm512_set1_epi8(3), w = _mm512_set1_epi8(5);
    SIGHT_UNROLL
    for (int i = 0; i < chains; i++)
        sums[i] = _mm512_setzero_si512();
    for (size_t round = 0; round < rounds; round++) {
        SIGHT_UNROLL
        for (int i = 0; i < chains; i++) {
            sums[i] = _mm512_dpbusd_epi32(sums[i], a, w);
            SIGHT_KEEP("v", sums[i]);
        }
    }
    return 64 * chains * rounds;
}

SIGHT_TARGET_END
#endif
