#include "q4-gemm.h"

#if SIGHT_X86
#include <immintrin.h>
#include <string.h>

SIGHT_TARGET_BEGIN(SIGHT_TARGET_AVX512VNNI)

enum { sight_tile_rows = 4, sight_tile_vectors = 2, sight_row_vectors = 2, sight_lanes = 16 };
enum { sight_sums_factor = 16 }; // a weight is the upper half of a byte, the lower half is zero

typedef __m512 floats;
typedef __m512i step_sums;

SIGHT_INLINE floats load_floats(const float *values) { return _mm512_loadu_ps(values); }
SIGHT_INLINE void store_floats(float *values, floats v) { _mm512_storeu_ps(values, v); }
SIGHT_INLINE floats repeated(float value) { return _mm512_set1_ps(value); }
SIGHT_INLINE floats clamped(floats v, float least, float greatest) {
    return _mm512_min_ps(repeated(greatest), _mm512_max_ps(repeated(least), v));
}

typedef struct {
    __m512i low, high;
} weights;

SIGHT_INLINE weights unpacked(const char *packed) {
    const __m512i bytes = _mm512_loadu_si512(packed), upper = _mm512_set1_epi8((char)0xF0);
    return (weights){_mm512_and_si512(_mm512_slli_epi16(bytes, 4), upper),
                     _mm512_and_si512(bytes, upper)};
}

/// Repeats four activations.
SIGHT_INLINE __m512i four(const uint8_t *a) {
    int32_t bytes;
    memcpy(&bytes, a, 4);
    return _mm512_set1_epi32(bytes);
}

SIGHT_INLINE void add_products(step_sums *sums, const uint8_t *a, weights w) {
    *sums = _mm512_dpbusd_epi32(_mm512_dpbusd_epi32(*sums, four(a), w.low), four(a + 4), w.high);
}

SIGHT_INLINE floats converted(step_sums sums) { return _mm512_cvtepi32_ps(sums); }

#include "q4-gemm-tile.h"

void sight_q4_gemm__avx512vnni_4x32(const sight_q4_gemm_job *job, sight_block block) {
    run_block(job, &block);
}

SIGHT_TARGET_END
#endif
