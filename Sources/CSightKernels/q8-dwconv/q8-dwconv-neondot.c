#include "q8-dwconv.h"

#if SIGHT_ARM64
#include <arm_neon.h>

SIGHT_TARGET_BEGIN(SIGHT_TARGET_NEONDOT)

typedef int32x4_t sight_partial;

SIGHT_INLINE sight_partial sight_partial_start(void) { return vdupq_n_s32(0); }

SIGHT_INLINE void sight_partial_add(sight_partial *partial, int8x16_t a, int8x16_t w) {
    *partial = vdotq_s32(*partial, a, w);
}

SIGHT_INLINE int32x4_t sight_partial_total(const sight_partial *partial) { return *partial; }

#include "q8-dwconv-neon.h"

void sight_q8_dwconv__neondot_2x16(const sight_q8_dwconv_job *job, sight_block block) {
    run_block(job, &block);
}

SIGHT_TARGET_END
#endif
