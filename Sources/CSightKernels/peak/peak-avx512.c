#include "peak.h"

#if SIGHT_X86
#include <immintrin.h>

SIGHT_TARGET_BEGIN(SIGHT_TARGET_AVX512)

enum { chains = 16 };

size_t sight_peak_f32__avx512(size_t rounds) {
    __m512 sums[chains];
    const __m512 a = _mm512_set1_ps(0.5f), b = _mm512_set1_ps(0.25f);
    SIGHT_UNROLL
    for (int i = 0; i < chains; i++)
        sums[i] = _mm512_setzero_ps();
    for (size_t round = 0; round < rounds; round++) {
        SIGHT_UNROLL
        for (int i = 0; i < chains; i++) {
            sums[i] = _mm512_fmadd_ps(a, b, sums[i]);
            SIGHT_KEEP("v", sums[i]);
        }
    }
    return 16 * chains * rounds;
}

SIGHT_TARGET_END
#endif
