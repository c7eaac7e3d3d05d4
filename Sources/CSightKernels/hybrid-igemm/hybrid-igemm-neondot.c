#include "hybrid-igemm.h"

#if SIGHT_ARM64
#include <arm_neon.h>

SIGHT_TARGET_BEGIN(SIGHT_TARGET_NEONDOT)

SIGHT_INLINE int32x4_t sight_add_products(int32x4_t sums, int8x16_t a, int8x16_t w) {
    return vdotq_s32(sums, a, w);
}

SIGHT_INLINE int32x4_t sight_add_values(int32x4_t sums, int8x16_t w) {
    return vdotq_s32(sums, w, vdupq_n_s8(1));
}

#include "hybrid-igemm-neon.h"

void sight_hybrid_igemm__neondot_1x4(const sight_hybrid_igemm_job *job, sight_block block) {
    run_block(job, &block);
}

SIGHT_TARGET_END
#endif
