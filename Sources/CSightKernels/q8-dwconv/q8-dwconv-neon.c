#include "q8-dwconv.h"

#if SIGHT_ARM64
#include <arm_neon.h>

// Two channels each, of each two partial sums; why not 16 bits: see q8-igemm-neon.c.
typedef struct {
    int32x4_t low, high;
} sight_partial;

SIGHT_INLINE sight_partial sight_partial_start(void) {
    return (sight_partial){vdupq_n_s32(0), vdupq_n_s32(0)};
}

SIGHT_INLINE void sight_partial_add(sight_partial *partial, int8x16_t a, int8x16_t w) {
    partial->low = vpadalq_s16(partial->low, vmull_s8(vget_low_s8(a), vget_low_s8(w)));
    partial->high = vpadalq_s16(partial->high, vmull_high_s8(a, w));
}

SIGHT_INLINE int32x4_t sight_partial_total(const sight_partial *partial) {
    return vpaddq_s32(partial->low, partial->high);
}

#include "q8-dwconv-neon.h"

void sight_q8_dwconv__neon_2x16(const sight_q8_dwconv_job *job, sight_block block) {
    run_block(job, &block);
}

#endif
