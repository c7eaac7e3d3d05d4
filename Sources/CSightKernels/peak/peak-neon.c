#include "peak.h"

#if SIGHT_ARM64
#include <arm_neon.h>

enum { chains = 16 };

size_t sight_peak_f32__neon(size_t rounds) {
    float32x4_t sums[chains];
    const float32x4_t a = vdupq_n_f32(0.5f), b = vdupq_n_f32(0.25f);
    SIGHT_UNROLL
    for (int i = 0; i < chains; i++)
        sums[i] = vdupq_n_f32(0);
    for (size_t round = 0; round < rounds; round++) {
        SIGHT_UNROLL
        for (int i = 0; i < chains; i++) {
            sums[i] = vfmaq_f32(sums[i], a, b);
            SIGHT_KEEP("w", sums[i]);
        }
    }
    return 4 * chains * rounds;
}

size_t sight_peak_q8__neon(size_t rounds) {
    int32x4_t sums[chains];
    int8x8_t a = vdup_n_s8(3);
    const int8x8_t w = vdup_n_s8(5);
    SIGHT_UNROLL
    for (int i = 0; i < chains; i++)
        sums[i] = vdupq_n_s32(0);
    for (size_t round = 0; round < rounds; round++) {
        SIGHT_UNROLL
        for (int i = 0; i < chains; i++) {
            SIGHT_KEEP("w", a);
            sums[i] = vpadalq_s16(sums[i], vmull_s8(a, w));
            SIGHT_KEEP("w", sums[i]);
        }
    }
    return 8 * chains * rounds;
}
#endif
