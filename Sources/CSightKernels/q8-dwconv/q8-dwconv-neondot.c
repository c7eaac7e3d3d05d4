#include "q8-dwconv.h"

#if SIGHT_ARM64
#include <arm_neon.h>

SIGHT_TARGET_BEGIN(SIGHT_TARGET_NEONDOT)

SIGHT_INLINE int32x4_t sight_dot4(int32x4_t sums, int32x4_t quad, const int32x4_t *weights) {
    return vdotq_s32(sums, vreinterpretq_s8_s32(quad), vreinterpretq_s8_s32(*weights));
}

/// Interleaves four rows of 16 bytes: quads[j] holds the four bytes of channels 4 j to 4 j + 3.
SIGHT_INLINE void sight_interleave_rows(int32x4_t a, int32x4_t b, int32x4_t c, int32x4_t d,
                                        int32x4_t *quads) {
    const int8x16_t va = vreinterpretq_s8_s32(a), vb = vreinterpretq_s8_s32(b);
    const int8x16_t vc = vreinterpretq_s8_s32(c), vd = vreinterpretq_s8_s32(d);
    const int16x8_t ab0 = vreinterpretq_s16_s8(vzip1q_s8(va, vb));
    const int16x8_t ab1 = vreinterpretq_s16_s8(vzip2q_s8(va, vb));
    const int16x8_t cd0 = vreinterpretq_s16_s8(vzip1q_s8(vc, vd));
    const int16x8_t cd1 = vreinterpretq_s16_s8(vzip2q_s8(vc, vd));
    quads[0] = vreinterpretq_s32_s16(vzip1q_s16(ab0, cd0));
    quads[1] = vreinterpretq_s32_s16(vzip2q_s16(ab0, cd0));
    quads[2] = vreinterpretq_s32_s16(vzip1q_s16(ab1, cd1));
    quads[3] = vreinterpretq_s32_s16(vzip2q_s16(ab1, cd1));
}

#define PRODUCTS "q8-dwconv-quads.h"
#define SIGNED_ACTIVATIONS 1
#define QUAD_WEIGHTS 1
#define ROWS "q8-dwconv-roll.h"
#define dot4 sight_dot4
#define interleave_rows sight_interleave_rows

#include "q8-dwconv-neon.h"

void sight_q8_dwconv__neondot_c16(const sight_q8_dwconv_job *job, sight_block block) {
    run_block(job, &block);
}

SIGHT_TARGET_END
#endif
