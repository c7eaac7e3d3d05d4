#include "f32-planar.h"

#if SIGHT_X86
#include <immintrin.h>

SIGHT_TARGET_BEGIN(SIGHT_TARGET_AVX2)

#define VECTORS 8
#define LANES 8
#define UNROLLS 1
typedef __m256 vector;

SIGHT_INLINE vector load(const float *from) { return _mm256_loadu_ps(from); }
SIGHT_INLINE vector splat(float value) { return _mm256_set1_ps(value); }
SIGHT_INLINE vector multiply_add(vector x, vector y, vector sum) {
    return _mm256_fmadd_ps(x, y, sum);
}
SIGHT_INLINE void store(float *to, vector x) { _mm256_storeu_ps(to, x); }
// The sums take up to 9 of the 16 registers. Eight sums are enough not to wait for a product.
SIGHT_INLINE int most_vectors(int columns) {
    return columns == 4 ? 2 : columns == 3 ? 3 : columns == 2 ? 4 : 8;
}

#include "f32-planar-tile.h"

void sight_f32_planar__avx2_16x4(const sight_f32_planar_job *job, size_t first, size_t count) {
    run_rows(job, first, count);
}

SIGHT_TARGET_END
#endif
