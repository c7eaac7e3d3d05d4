#include "q8-binary.h"

#if SIGHT_X86
#include <immintrin.h>
#include <string.h>

SIGHT_TARGET_BEGIN(SIGHT_TARGET_AVX512)

#define LANES 16
typedef __m512i vector;
typedef struct {
    vector multiplier, left, right, halves;
} vector_factor;

static inline vector splat(int32_t value) { return _mm512_set1_epi32(value); }
static inline vector add(vector x, vector y) { return _mm512_add_epi32(x, y); }
static inline vector multiply(vector x, vector y) { return _mm512_mullo_epi32(x, y); }
static inline vector shift_left_19(vector x) { return _mm512_slli_epi32(x, 19); }

static inline vector_factor load_factor(sight_q8_factor f) {
    const int32_t half = f.right > 0;
    return (vector_factor){splat(f.multiplier), splat(f.left), splat(f.right - half), splat(half)};
}

/// Both roundings; see sight_requantize_general in requantize-avx512.h.
static inline vector scale(vector x, const vector_factor *f) {
    const vector half = _mm512_set1_epi64(1 << 30);
    vector a = _mm512_sllv_epi32(x, f->left);
    vector even = _mm512_add_epi64(_mm512_mul_epi32(a, f->multiplier), half);
    vector odd = _mm512_add_epi64(_mm512_mul_epi32(_mm512_srli_epi64(a, 32), f->multiplier), half);
    vector y =
        _mm512_mask_blend_epi32(0xAAAA, _mm512_srli_epi64(even, 31), _mm512_slli_epi64(odd, 1));
    y = _mm512_sub_epi32(y, _mm512_and_si512(_mm512_srli_epi32(y, 31), f->halves));
    y = _mm512_add_epi32(_mm512_srav_epi32(y, f->right), f->halves);
    return _mm512_srav_epi32(y, f->halves);
}

/// 16 elements as 32-bit integers.
static inline vector widen(const uint8_t *bytes, _Bool is_signed) {
    __m128i sixteen = _mm_loadu_si128((const __m128i *)(const void *)bytes);
    return is_signed ? _mm512_cvtepi8_epi32(sixteen) : _mm512_cvtepu8_epi32(sixteen);
}

/// Clamps and writes the low bytes of 16 lanes.
static inline void store(vector y, vector minimum, vector maximum, uint8_t *output) {
    y = _mm512_min_epi32(_mm512_max_epi32(y, minimum), maximum);
    _mm_storeu_si128((__m128i *)(void *)output, _mm512_cvtepi32_epi8(y));
}

#define NAME(kernel) sight_q8_##kernel##__avx512
#include "q8-binary-vector.h"

SIGHT_TARGET_END
#endif
