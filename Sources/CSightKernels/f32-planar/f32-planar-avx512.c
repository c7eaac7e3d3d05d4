#include "f32-planar.h"

#if SIGHT_X86
#include <immintrin.h>

SIGHT_TARGET_BEGIN(SIGHT_TARGET_AVX512)

#define VECTORS 8
#define LANES 16
#define UNROLLS 0
typedef __m512 vector;

SIGHT_INLINE vector load(const float *from) { return _mm512_loadu_ps(from); }
SIGHT_INLINE vector splat(float value) { return _mm512_set1_ps(value); }
SIGHT_INLINE vector multiply_add(vector x, vector y, vector sum) {
    return _mm512_fmadd_ps(x, y, sum);
}
SIGHT_INLINE void store(float *to, vector x) { _mm512_storeu_ps(to, x); }
// The sums take up to 24 of the 32 registers. Eight sums are enough not to wait for a product.
SIGHT_INLINE int most_vectors(int columns) { return columns > 2 ? 6 : 8; }

#include "f32-planar-tile.h"

void sight_f32_planar__avx512_96x4(const sight_f32_planar_job *job, size_t first, size_t count) {
    run_rows(job, first, count);
}

SIGHT_TARGET_END
#endif
