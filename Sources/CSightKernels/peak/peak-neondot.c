#include "peak.h"

#if SIGHT_ARM64
#include <arm_neon.h>

SIGHT_TARGET_BEGIN(SIGHT_TARGET_NEONDOT)

enum { chains = 16 };

size_t sight_peak_q8__neondot(size_t rounds) {
    int32x4_t sums[chains];
    const int8x16_t a = vdupq_n_s8(3), w = vdupq_n_s8(5);
    SIGHT_UNROLL
    for (int i = 0; i < chains; i++)
        sums[i] = vdupq_n_s32(0);
    for (size_t round = 0; round < rounds; round++) {
        SIGHT_UNROLL
        for (int i = 0; i < chains; i++) {
            sums[i] = vdotq_s32(sums[i], a, w);
            SIGHT_KEEP("w", sums[i]);
        }
    }
    return 16 * chains * rounds;
}

SIGHT_TARGET_END
#endif
