#include "q8-dwconv.h"

#if SIGHT_ARM64
#include <arm_neon.h>

// Each register has two partial sums for each of two channels. The sums have 32 bits for the reason
// given in q8-igemm-neon.c.
typedef struct {
    int32x4_t low, high;
} partial;

SIGHT_INLINE partial sight_partial_start(int32x4_t bias) {
    const int32x4_t zero = vdupq_n_s32(0);
    return (partial){vzip1q_s32(bias, zero), vzip2q_s32(bias, zero)};
}

SIGHT_INLINE partial sight_partial_add(partial p, int32x4_t quads, int32x4_t weights) {
    const int8x16_t a = vreinterpretq_s8_s32(quads), w = vreinterpretq_s8_s32(weights);
    return (partial){vpadalq_s16(p.low, vmull_s8(vget_low_s8(a), vget_low_s8(w))),
                     vpadalq_s16(p.high, vmull_high_s8(a, w))};
}

SIGHT_INLINE int32x4_t sight_partial_total(partial p) { return vpaddq_s32(p.low, p.high); }

#define ROLLS 0
#include "q8-dwconv-neon.h"

void sight_q8_dwconv__neon_c16(const sight_q8_dwconv_job *job, sight_block block) {
    run_block(job, &block);
}

#endif
