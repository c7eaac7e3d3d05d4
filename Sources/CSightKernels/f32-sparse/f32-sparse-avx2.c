#include "f32-sparse.h"

#if SIGHT_X86
#include <immintrin.h>

SIGHT_TARGET_BEGIN(SIGHT_TARGET_AVX2)

#include "../floats-avx2.h"

#define LANES 8
#define vector __m256
#define factor __m256
#define load _mm256_loadu_ps
#define store _mm256_storeu_ps
#define splat _mm256_set1_ps
#define all_lanes _mm256_set1_ps
#define add _mm256_add_ps
#define multiply_add _mm256_fmadd_ps
#define bound sight_clamp_floats
#define store_part sight_store_floats

/// Exchanges rows and columns of each half of four registers.
SIGHT_INLINE void transpose_halves(vector x[4]) {
    const vector a = _mm256_unpacklo_ps(x[0], x[1]), b = _mm256_unpackhi_ps(x[0], x[1]);
    const vector c = _mm256_unpacklo_ps(x[2], x[3]), d = _mm256_unpackhi_ps(x[2], x[3]);
    x[0] = _mm256_shuffle_ps(a, c, 0x44);
    x[1] = _mm256_shuffle_ps(a, c, 0xEE);
    x[2] = _mm256_shuffle_ps(b, d, 0x44);
    x[3] = _mm256_shuffle_ps(b, d, 0xEE);
}

SIGHT_INLINE void transpose(vector x[8]) {
    SIGHT_UNROLL
    for (int i = 0; i < 4; i++) {
        const vector low = x[i], high = x[i + 4];
        x[i] = _mm256_permute2f128_ps(low, high, 0x20);
        x[i + 4] = _mm256_permute2f128_ps(low, high, 0x31);
    }
    transpose_halves(x);
    transpose_halves(x + 4);
}

/// Loads the halves of each register apart, which saves shuffles.
SIGHT_INLINE void load_transposed(const float *const *runs, size_t k, vector x[8]) {
    SIGHT_UNROLL
    for (size_t i = 0; i < 8; i++) {
        const __m128 low = _mm_loadu_ps(runs[i % 4] + k + i / 4 * 4);
        const __m128 high = _mm_loadu_ps(runs[i % 4 + 4] + k + i / 4 * 4);
        x[i] = _mm256_insertf128_ps(_mm256_castps128_ps256(low), high, 1);
    }
    transpose_halves(x);
    transpose_halves(x + 4);
}

SIGHT_INLINE vector addend_of(const sight_f32_igemm_job *job, size_t row, size_t column) {
    return sight_load_floats(sight_f32_igemm_addend_at(job, row, column),
                             sight_f32_igemm_addend_left(job, column));
}

#include "f32-sparse-tile.h"

void sight_f32_sparse__avx2(const sight_f32_igemm_job *job, sight_block block) {
    run_block(job, &block);
}

SIGHT_TARGET_END
#endif
