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
static inline vector subtract(vector x, vector y) { return _mm256_sub_epi32(x, y); }
static inline vector multiply(vector x, vector y) { return _mm256_mullo_epi32(x, y); }
static inline vector shift_left(vector x, int bits) { return _mm256_slli_epi32(x, bits); }

static inline vector_factor load_factor(sight_q8_factor f) {
    return (vector_factor){splat(f.multiplier), splat(f.left), splat(f.right)};
}

static inline vector scale(vector x, const vector_factor *f) {
    return sight_requantize_8(x, f->multiplier, f->left, f->right, 0);
}

/// Loads 8 elements as 32-bit integers.
static inline vector widen(const uint8_t *bytes, _Bool is_signed) {
    __m128i eight = _mm_loadl_epi64((const __m128i *)(const void *)bytes);
    return is_signed ? _mm256_cvtepi8_epi32(eight) : _mm256_cvtepu8_epi32(eight);
}

/// Loads 8 int16 as 32-bit integers.
static inline vector widen_wide(const void *words) {
    return _mm256_cvtepi16_epi32(_mm_loadu_si128((const __m128i *)words));
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

/// Clamps and writes 8 lanes as int16.
static inline void store_wide(vector y, vector minimum, vector maximum, void *output) {
    y = _mm256_min_epi32(_mm256_max_epi32(y, minimum), maximum);
    const __m128i low = _mm256_castsi256_si128(y), high = _mm256_extracti128_si256(y, 1);
    _mm_storeu_si128((__m128i *)output, _mm_packs_epi32(low, high));
}

#define NAME(kernel) sight_q8_##kernel##__avx2
#include "q8-binary-vector.h"

#define WORDS 16
typedef __m256i words;
typedef struct {
    __m256i highs, lows; // factors of a and b in turn
    __m256i high, low, minimum, maximum;
    __m128i shift;
} short_factors;

SIGHT_INLINE __m256i pair_of(int16_t a, int16_t b) {
    return _mm256_set1_epi32((int32_t)((uint32_t)(uint16_t)a | (uint32_t)(uint16_t)b << 16));
}

SIGHT_INLINE short_factors load_short(const sight_q8_short_sum *p) {
    return (short_factors){.highs = pair_of(p->a_high, p->b_high),
                           .lows = pair_of(p->a_low, p->b_low),
                           .high = _mm256_set1_epi32(p->high),
                           .low = _mm256_set1_epi32(p->low),
                           .minimum = _mm256_set1_epi16((int16_t)p->minimum),
                           .maximum = _mm256_set1_epi16((int16_t)p->maximum),
                           .shift = _mm_cvtsi32_si128(p->shift)};
}

SIGHT_INLINE words splat_words(int16_t value) { return _mm256_set1_epi16(value); }

SIGHT_INLINE words widen_words(const uint8_t *bytes, _Bool is_signed) {
    const __m128i half = _mm_loadu_si128((const __m128i *)(const void *)bytes);
    return is_signed ? _mm256_cvtepi8_epi16(half) : _mm256_cvtepu8_epi16(half);
}

/// Returns the sums of pairs of elements, 32 bits each, as sight_q8_short_sum defines them but
/// without the clamp.
SIGHT_INLINE __m256i pair_sums(__m256i pairs, const short_factors *f) {
    const __m256i low = _mm256_add_epi32(_mm256_madd_epi16(pairs, f->lows), f->low);
    const __m256i high = _mm256_add_epi32(_mm256_madd_epi16(pairs, f->highs), f->high);
    return _mm256_sra_epi32(_mm256_add_epi32(high, _mm256_srai_epi32(low, 15)), f->shift);
}

SIGHT_INLINE words short_sums(words a, words b, const short_factors *f) {
    const __m256i low = pair_sums(_mm256_unpacklo_epi16(a, b), f);
    const __m256i high = pair_sums(_mm256_unpackhi_epi16(a, b), f);
    const __m256i sums = _mm256_packs_epi32(low, high); // the clamp's range is narrower
    return _mm256_min_epi16(_mm256_max_epi16(sums, f->minimum), f->maximum);
}

typedef struct {
    __m256 factor, rest;
    __m256i sign, bias; // the sign bit, and the bits of the bias
    __m256i a_zero_point, b_zero_point, output_zero_point, minimum, maximum;
} short_product_factors;

SIGHT_INLINE short_product_factors load_short_product(const sight_q8_short_product *p) {
    return (short_product_factors){.factor = _mm256_set1_ps(p->factor),
                                   .rest = _mm256_set1_ps(p->rest),
                                   .sign = _mm256_set1_epi32(INT32_MIN),
                                   .bias = _mm256_castps_si256(_mm256_set1_ps(p->bias)),
                                   .a_zero_point = _mm256_set1_epi16(p->a_zero_point),
                                   .b_zero_point = _mm256_set1_epi16(p->b_zero_point),
                                   .output_zero_point = _mm256_set1_epi16(p->output_zero_point),
                                   .minimum = _mm256_set1_epi16((int16_t)p->minimum),
                                   .maximum = _mm256_set1_epi16((int16_t)p->maximum)};
}

/// Scales and rounds products as sight_q8_short_product does, but adds no zero point.
SIGHT_INLINE __m256i rounded(__m256i products, const short_product_factors *f) {
    const __m256i bias = _mm256_or_si256(_mm256_and_si256(products, f->sign), f->bias);
    const __m256 p = _mm256_cvtepi32_ps(products);
    const __m256 small = _mm256_fmadd_ps(p, f->rest, _mm256_castsi256_ps(bias));
    return _mm256_cvtps_epi32(_mm256_fmadd_ps(p, f->factor, small));
}

SIGHT_INLINE words short_products(words a, words b, const short_product_factors *f) {
    const __m256i x = _mm256_sub_epi16(a, f->a_zero_point);
    const __m256i y = _mm256_sub_epi16(b, f->b_zero_point);
    const __m256i low = _mm256_mullo_epi16(x, y), high = _mm256_mulhi_epi16(x, y);
    const __m256i results = _mm256_packs_epi32(rounded(_mm256_unpacklo_epi16(low, high), f),
                                               rounded(_mm256_unpackhi_epi16(low, high), f));
    const __m256i sums = _mm256_adds_epi16(results, f->output_zero_point);
    return _mm256_min_epi16(_mm256_max_epi16(sums, f->minimum), f->maximum);
}

/// Writes the low byte of each word.
SIGHT_INLINE void store_words(words sums, uint8_t *output) {
    const __m256i low = _mm256_and_si256(sums, _mm256_set1_epi16(255));
    const __m128i bytes =
        _mm_packus_epi16(_mm256_castsi256_si128(low), _mm256_extracti128_si256(low, 1));
    _mm_storeu_si128((__m128i *)(void *)output, bytes);
}

#include "q8-binary-short.h"

SIGHT_TARGET_END
#endif
