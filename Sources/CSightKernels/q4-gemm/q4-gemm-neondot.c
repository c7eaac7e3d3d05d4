#include "q4-gemm.h"

#if SIGHT_ARM64
#include <arm_neon.h>
#include <string.h>

SIGHT_TARGET_BEGIN(SIGHT_TARGET_NEONDOT)

#include "q4-gemm-neon.h"

enum { sight_tile_rows = 2, sight_tile_vectors = 4, sight_row_vectors = 4 };
enum { sight_sums_factor = 16 }; // a weight is the upper half of a byte, the lower half is zero

typedef int32x4_t step_sums;

SIGHT_INLINE weights unpacked(const char *packed) {
    const int8x16_t bytes = vld1q_s8((const int8_t *)packed);
    return (weights){vshlq_n_s8(bytes, 4), vandq_s8(bytes, vdupq_n_s8((int8_t)0xF0))};
}

SIGHT_INLINE void add_products(step_sums *sums, const uint8_t *a, weights w) {
    const int8x8_t eight = vld1_s8((const int8_t *)a);
    *sums = vdotq_lane_s32(vdotq_lane_s32(*sums, w.low, eight, 0), w.high, eight, 1);
}

SIGHT_INLINE floats converted(step_sums sums) { return vcvtq_f32_s32(sums); }

#include "q4-gemm-tile.h"

void sight_q4_gemm__neondot_2x16(const sight_q4_gemm_job *job, sight_block block) {
    run_block(job, &block);
}

SIGHT_TARGET_END
#endif
