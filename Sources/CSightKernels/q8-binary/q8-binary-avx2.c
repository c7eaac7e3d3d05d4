#include "q8-binary.h"

#if SIGHT_X86
#include <string.h>

SIGHT_TARGET_BEGIN(SIGHT_TARGET_AVX2)

#include "../requantize/requantize-avx2.h"

#define LANES 8
typedef __m256i vector;
typedef struct {
    vector multiplier, left, right;
} vector_factor;

static inline vector splat(int32_t value) { return _mm256_set1_epi32(value); }
static inline vector add(vector x, vector y) { return _mm256_add_epi32(x, y); }
static inline vector multiply(vector x, vector y) { return _mm256_mullo_epi32(x, y); }
static inline vector shift_left_19(vector x) { return _mm256_slli_epi32(x, 19); }

static inline vector_factor load_factor(sight_q8_factor f) {
    return (vector_factor){splat(f.multiplier), splat(f.left), splat(f.right)};
}

static inline vector scale(vector x, const vector_factor *f) {
    return sight_requantize_8(x, f->multiplier, f->left, f->right, 0);
}

/// 8 elements as 32-bit integers.
static inline vector widen(const uint8_t *bytes, _Bool is_signed) {
    __m128i eight = _mm_loadl_epi64((const __m128i *)(const void *)bytes);
    return is_signed ? _mm256_cvtepi8_epi32(eight) : _mm256_cvtepu8_epi32(eight);
}

/// Clamps and writes the low bytes of 8 lanes.
static inline void store(vector y, vector minimum, vector maximum, uint8_t *output) {
    y = _mm256_min_epi32(_mm256_max_epi32(y, minimum), maximum);
    const __m256i low = _mm256_set1_epi32(0x0C080400); // byte 0 of each of four lanes
    y = _mm256_shuffle_epi8(y, low);
    int32_t first = _mm256_extract_epi32(y, 0), second = _mm256_extract_epi32(y, 4);
    memcpy(output, &first, 4);
    memcpy(output + 4, &second, 4);
}

#define NAME(kernel) sight_q8_##kernel##__avx2
#include "q8-binary-vector.h"

SIGHT_TARGET_END
#endif
