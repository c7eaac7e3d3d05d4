#include "f32-dwconv.h"

#if SIGHT_X86
#include <immintrin.h>

SIGHT_TARGET_BEGIN(SIGHT_TARGET_AVX2)

#include "../floats-avx2.h"

#define VECTORS 2
#define PIXELS 4
#define ROLLS 1
#define vector __m256
#define load _mm256_loadu_ps
#define splat _mm256_set1_ps
#define multiply_add _mm256_fmadd_ps
#define bound sight_clamp_floats

/// Writes the remaining channels of a part of 8.
SIGHT_INLINE void store_part(float *output, vector value, size_t channels, int part) {
    const size_t first = 8 * (size_t)part;
    sight_store_floats(output, value, channels > first ? channels - first : 0);
}

#include "f32-dwconv-strip.h"

void sight_f32_dwconv__avx2_4x16(const sight_f32_dwconv_job *job, sight_block block) {
    run_block(job, &block);
}

SIGHT_TARGET_END
#endif
