#include "f32-planar.h"

#if SIGHT_ARM64
#include <arm_neon.h>

#define VECTORS 6
#define LANES 4
#define UNROLLS 0
typedef float32x4_t vector;

SIGHT_INLINE vector load(const float *from) { return vld1q_f32(from); }
SIGHT_INLINE vector splat(float value) { return vdupq_n_f32(value); }
SIGHT_INLINE vector multiply_add(vector x, vector y, vector sum) { return vfmaq_f32(sum, x, y); }
SIGHT_INLINE void store(float *to, vector x) { vst1q_f32(to, x); }
SIGHT_INLINE int most_vectors(int columns) {
    (void)columns;
    return VECTORS;
}

#include "f32-planar-tile.h"

void sight_f32_planar__neon_24x4(const sight_f32_planar_job *job, size_t first, size_t count) {
    run_rows(job, first, count);
}

#endif
