#include "hybrid-igemm.h"

#if SIGHT_ARM64
#include <arm_neon.h>

/// Adds pairs of products to 32-bit sums at once, for the reason given in q8-igemm-neon.c.
SIGHT_INLINE int32x4_t sight_add_products(int32x4_t sums, int8x16_t a, int8x16_t w) {
    sums = vpadalq_s16(sums, vmull_s8(vget_low_s8(a), vget_low_s8(w)));
    return vpadalq_s16(sums, vmull_high_s8(a, w));
}

SIGHT_INLINE int32x4_t sight_add_values(int32x4_t sums, int8x16_t w) {
    return vpadalq_s16(sums, vpaddlq_s8(w));
}

#include "hybrid-igemm-neon.h"

void sight_hybrid_igemm__neon_1x4(const sight_hybrid_igemm_job *job, sight_block block) {
    run_block(job, &block);
}

#endif
