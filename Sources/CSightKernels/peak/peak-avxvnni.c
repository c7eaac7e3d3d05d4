#include "peak.h"

#if SIGHT_X86
#include <immintrin.h>

SIGHT_TARGET_BEGIN(SIGHT_TARGET_AVXVNNI)

enum { chains = 12 };

size_t sight_peak_q8__avxvnni(size_t rounds) {
    __m256i sums[chains];
    const __m256i a = _mm256_set1_epi8(3), w = _mm256_set1_epi8(5);
    SIGHT_UNROLL
    for (int i = 0; i < chains; i++)
        sums[i] = _mm256_setzero_si256();
    for (size_t round = 0; round < rounds; round++) {
        SIGHT_UNROLL
        for (int i = 0; i < chains; i++) {
            sums[i] = _mm256_dpbusd_avx_epi32(sums[i], a, w);
            SIGHT_KEEP("x", sums[i]);
        }
    }
    return 32 * chains * rounds;
}

SIGHT_TARGET_END
#endif
