#include "f32-dwconv.h"

#if SIGHT_X86
#include <immintrin.h>

SIGHT_TARGET_BEGIN(SIGHT_TARGET_AVX512)

#include "../floats-avx512.h"

#define VECTORS 1
#define PIXELS 8
#define ROLLS 0
#define vector __m512
#define load _mm512_loadu_ps
#define splat _mm512_set1_ps
#define multiply_add _mm512_fmadd_ps
#define bound sight_clamp_floats

/// Writes the remaining channels.
SIGHT_INLINE void store_part(float *output, vector value, size_t channels, int part) {
    (void)part;
    _mm512_mask_storeu_ps(output, sight_first_lanes(channels), value);
}

#include "f32-dwconv-strip.h"

void sight_f32_dwconv__avx512_8x16(const sight_f32_dwconv_job *job, sight_block block) {
    run_block(job, &block);
}

SIGHT_TARGET_END
#endif
