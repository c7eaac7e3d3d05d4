#include "f32-dwconv.h"

#if SIGHT_ARM64
#include <arm_neon.h>

#define VECTORS 4
#define PIXELS 4
#define ROLLS 1
#define vector float32x4_t
#define load vld1q_f32
#define splat vdupq_n_f32

SIGHT_INLINE vector multiply_add(vector a, vector b, vector sum) { return vfmaq_f32(sum, a, b); }

/// A NaN value stays NaN, as in the reference.
SIGHT_INLINE vector bound(vector value, vector minimum, vector maximum) {
    return vminq_f32(vmaxq_f32(value, minimum), maximum);
}

/// Writes the remaining channels of a part of 4.
SIGHT_INLINE void store_part(float *output, vector value, size_t channels, int part) {
    const size_t before = 4 * (size_t)part;
    if (channels >= before + 4) {
        vst1q_f32(output, value);
        return;
    }
    const size_t left = channels > before ? channels - before : 0;
    float32x2_t rest = vget_low_f32(value);
    if (left & 2) {
        vst1_f32(output, rest);
        rest = vget_high_f32(value);
        output += 2;
    }
    if (left & 1)
        vst1_lane_f32(output, rest, 0);
}

#include "f32-dwconv-strip.h"

void sight_f32_dwconv__neon_4x16(const sight_f32_dwconv_job *job, sight_block block) {
    run_block(job, &block);
}

#endif
