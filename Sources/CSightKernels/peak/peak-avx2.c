#include "peak.h"

#if SIGHT_X86
#include <immintrin.h>

SIGHT_TARGET_BEGIN(SIGHT_TARGET_AVX2)

#include "../dot4-avx2.h"

enum { chains = 10 }; // more than latency times throughput; they fit into the registers

size_t sight_peak_f32__avx2(size_t rounds) {
    __m256 sums[chains];
    const __m256 a = _mm256_set1_ps(0.5f), b = _mm256_set1_ps(0.25f);
    SIGHT_UNROLL
    for (int i = 0; i < chains; i++)
        sums[i] = _mm256_setzero_ps();
    for (size_t round = 0; round < rounds; round++) {
        SIGHT_UNROLL
        for (int i = 0; i < chains; i++) {
            sums[i] = _mm256_fmadd_ps(a, b, sums[i]);
            SIGHT_KEEP("x", sums[i]);
        }
    }
    return 8 * chains * rounds;
}

size_t sight_peak_q8__avx2(size_t rounds) {
    __m256i sums[chains], a = _mm256_set1_epi8(3);
    const __m256i w = _mm256_set1_epi8(5);
    SIGHT_UNROLL
    for (int i = 0; i < chains; i++)
        sums[i] = _mm256_setzero_si256();
    for (size_t round = 0; round < rounds; round++) {
        SIGHT_UNROLL
        for (int i = 0; i < chains; i++) {
            SIGHT_KEEP("x", a);
            sums[i] = sight_dot4(sums[i], a, w);
            SIGHT_KEEP("x", sums[i]);
        }
    }
    return 32 * chains * rounds;
}

SIGHT_TARGET_END
#endif
