#include "f32-sparse.h"

#if SIGHT_X86
#include <immintrin.h>

SIGHT_TARGET_BEGIN(SIGHT_TARGET_AVX512)

#include "../floats-avx512.h"

#define LANES 16
#define vector __m512
#define factor __m512
#define load _mm512_loadu_ps
#define store _mm512_storeu_ps
#define splat _mm512_set1_ps
#define all_lanes _mm512_set1_ps
#define add _mm512_add_ps
#define multiply_add _mm512_fmadd_ps
#define bound sight_clamp_floats

/// Exchanges rows and columns of each quarter of four registers.
SIGHT_INLINE void transpose_quarters(vector x[4]) {
    const __m512d a = _mm512_castps_pd(_mm512_unpacklo_ps(x[0], x[1]));
    const __m512d b = _mm512_castps_pd(_mm512_unpackhi_ps(x[0], x[1]));
    const __m512d c = _mm512_castps_pd(_mm512_unpacklo_ps(x[2], x[3]));
    const __m512d d = _mm512_castps_pd(_mm512_unpackhi_ps(x[2], x[3]));
    x[0] = _mm512_castpd_ps(_mm512_unpacklo_pd(a, c));
    x[1] = _mm512_castpd_ps(_mm512_unpackhi_pd(a, c));
    x[2] = _mm512_castpd_ps(_mm512_unpacklo_pd(b, d));
    x[3] = _mm512_castpd_ps(_mm512_unpackhi_pd(b, d));
}

SIGHT_INLINE void transpose(vector x[16]) {
    SIGHT_UNROLL
    for (int i = 0; i < 16; i += 4)
        transpose_quarters(x + i);
    SIGHT_UNROLL
    for (int i = 0; i < 4; i++) {
        // `a` and `c` have the quarters 0 and 2 of two registers, `b` and `d` the quarters 1 and 3.
        const vector a = _mm512_shuffle_f32x4(x[i], x[i + 4], 0x88);
        const vector b = _mm512_shuffle_f32x4(x[i], x[i + 4], 0xDD);
        const vector c = _mm512_shuffle_f32x4(x[i + 8], x[i + 12], 0x88);
        const vector d = _mm512_shuffle_f32x4(x[i + 8], x[i + 12], 0xDD);
        x[i] = _mm512_shuffle_f32x4(a, c, 0x88);
        x[i + 4] = _mm512_shuffle_f32x4(b, d, 0x88);
        x[i + 8] = _mm512_shuffle_f32x4(a, c, 0xDD);
        x[i + 12] = _mm512_shuffle_f32x4(b, d, 0xDD);
    }
}

/// Loads the quarters of each register apart, which saves shuffles.
SIGHT_INLINE void load_transposed(const float *const *runs, size_t k, vector x[16]) {
    SIGHT_UNROLL
    for (size_t i = 0; i < 16; i++) {
        const float *const *run = runs + i % 4;
        const size_t first = k + i / 4 * 4;
        x[i] = _mm512_castps128_ps512(_mm_loadu_ps(run[0] + first));
        x[i] = _mm512_insertf32x4(x[i], _mm_loadu_ps(run[4] + first), 1);
        x[i] = _mm512_insertf32x4(x[i], _mm_loadu_ps(run[8] + first), 2);
        x[i] = _mm512_insertf32x4(x[i], _mm_loadu_ps(run[12] + first), 3);
    }
    SIGHT_UNROLL
    for (int i = 0; i < 16; i += 4)
        transpose_quarters(x + i);
}

SIGHT_INLINE vector addend_of(const sight_f32_igemm_job *job, size_t row, size_t column) {
    return _mm512_maskz_loadu_ps(sight_first_lanes(sight_f32_igemm_addend_left(job, column)),
                                 sight_f32_igemm_addend_at(job, row, column));
}

SIGHT_INLINE void store_part(float *output, vector value, size_t count) {
    _mm512_mask_storeu_ps(output, sight_first_lanes(count), value);
}

#include "f32-sparse-tile.h"

void sight_f32_sparse__avx512(const sight_f32_igemm_job *job, sight_block block) {
    run_block(job, &block);
}

SIGHT_TARGET_END
#endif
