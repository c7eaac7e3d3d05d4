#include "q4-gemm.h"

#if SIGHT_ARM64
#include <arm_neon.h>
#include <string.h>

#include "q4-gemm-neon.h"

enum { sight_tile_rows = 2, sight_tile_vectors = 2, sight_row_vectors = 4 };
enum { sight_sums_factor = 1 };

// In 16 bits, four partial sums of each column: two columns, then two more.
typedef struct {
    int16x8_t first, second;
} step_sums;

SIGHT_INLINE weights unpacked(const char *packed) {
    const int8x16_t bytes = vld1q_s8((const int8_t *)packed);
    return (weights){vshrq_n_s8(vshlq_n_s8(bytes, 4), 4), vshrq_n_s8(bytes, 4)};
}

/// Adds the products of four activations: a step adds eight of at most 8 * 128 to each sum.
SIGHT_INLINE void add_four(step_sums *sums, const uint8_t *a, int8x16_t w) {
    int32_t bytes;
    memcpy(&bytes, a, 4);
    const int8x16_t four = vreinterpretq_s8_s32(vdupq_n_s32(bytes));
    sums->first = vmlal_s8(sums->first, vget_low_s8(four), vget_low_s8(w));
    sums->second = vmlal_high_s8(sums->second, four, w);
}

SIGHT_INLINE void add_products(step_sums *sums, const uint8_t *a, weights w) {
    add_four(sums, a, w.low);
    add_four(sums, a + 4, w.high);
}

SIGHT_INLINE floats converted(step_sums sums) {
    return vcvtq_f32_s32(vpaddq_s32(vpaddlq_s16(sums.first), vpaddlq_s16(sums.second)));
}

#include "q4-gemm-tile.h"

void sight_q4_gemm__neon_2x8(const sight_q4_gemm_job *job, sight_block block) {
    run_block(job, &block);
}
#endif
