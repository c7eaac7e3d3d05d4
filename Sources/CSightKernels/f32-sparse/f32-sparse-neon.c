#include "f32-sparse.h"

#if SIGHT_ARM64
#include "../four-floats.h"

#include <string.h>

#define LANES 4
#define vector float32x4_t
#define factor float
#define load vld1q_f32
#define store vst1q_f32
#define splat(value) (value)
#define all_lanes vdupq_n_f32
#define multiply_add(values, weight, sum) vfmaq_n_f32(sum, values, weight)
#define add vaddq_f32
#define bound clamp_four
#define store_part store_some
#define transpose transpose_four

SIGHT_INLINE void load_transposed(const float *const *runs, size_t k, vector x[4]) {
    SIGHT_UNROLL
    for (int i = 0; i < 4; i++)
        x[i] = vld1q_f32(runs[i] + k);
    transpose_four(x);
}

SIGHT_INLINE vector addend_of(const sight_f32_igemm_job *job, size_t row, size_t column) {
    const float *addend = sight_f32_igemm_addend_at(job, row, column);
    const size_t left = sight_f32_igemm_addend_left(job, column);
    float rest[4] = {0};
    return vld1q_f32(left >= 4 ? addend : memcpy(rest, addend, left * sizeof(float)));
}

#include "f32-sparse-tile.h"

void sight_f32_sparse__neon(const sight_f32_igemm_job *job, sight_block block) {
    run_block(job, &block);
}

#endif
