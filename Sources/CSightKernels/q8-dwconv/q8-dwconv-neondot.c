#include "q8-dwconv.h"

#if SIGHT_ARM64
#include <arm_neon.h>

SIGHT_TARGET_BEGIN(SIGHT_TARGET_NEONDOT)

typedef int32x4_t partial;

SIGHT_INLINE partial sight_partial_start(int32x4_t bias) { return bias; }

SIGHT_INLINE partial sight_partial_add(partial p, int32x4_t quads, int32x4_t weights) {
    return vdotq_s32(p, vreinterpretq_s8_s32(quads), vreinterpretq_s8_s32(weights));
}

SIGHT_INLINE int32x4_t sight_partial_total(partial p) { return p; }

#define ROLLS 1
#include "q8-dwconv-neon.h"

void sight_q8_dwconv__neondot_c16(const sight_q8_dwconv_job *job, sight_block block) {
    run_block(job, &block);
}

SIGHT_TARGET_END
#endif
