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
static inline vector subtract(vector x, vector y) { return _mm512_sub_epi32(x, y); }
static inline vector multiply(vector x, vector y) { return _mm512_mullo_epi32(x, y); }
static inline vector shift_left(vector x, int bits) {
    return _mm512_sll_epi32(x, _mm_cvtsi32_si128(bits));
}

static inline vector_factor load_factor(sight_q8_factor f) {
    const int32_t half = f.right > 0;
    return (vector_factor){splat(f.multiplier), splat(f.left), splat(f.right - half), splat(half)};
}

/// Multiplies by a factor and rounds twice; see sight_requantize_general in requantize-avx512.h.
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

/// Loads 16 elements as 32-bit integers.
static inline vector widen(const uint8_t *bytes, _Bool is_signed) {
    __m128i sixteen = _mm_loadu_si128((const __m128i *)(const void *)bytes);
    return is_signed ? _mm512_cvtepi8_epi32(sixteen) : _mm512_cvtepu8_epi32(sixteen);
}

/// Loads 16 int16 as 32-bit integers.
static inline vector widen_wide(const void *words) {
    return _mm512_cvtepi16_epi32(_mm256_loadu_si256((const __m256i *)words));
}

/// Clamps and writes the low bytes of 16 lanes.
static inline void store(vector y, vector minimum, vector maximum, uint8_t *output) {
    y = _mm512_min_epi32(_mm512_max_epi32(y, minimum), maximum);
    _mm_storeu_si128((__m128i *)(void *)output, _mm512_cvtepi32_epi8(y));
}

/// Clamps and writes 16 lanes as int16.
static inline void store_wide(vector y, vector minimum, vector maximum, void *output) {
    y = _mm512_min_epi32(_mm512_max_epi32(y, minimum), maximum);
    _mm256_storeu_si256((__m256i *)output, _mm512_cvtepi32_epi16(y));
}

#define NAME(kernel) sight_q8_##kernel##__avx512
#include "q8-binary-vector.h"

#define WORDS 32
typedef __m512i words;
typedef struct {
    __m512i highs, lows; // factors of a and b in turn
    __m512i high, low, minimum, maximum;
    __m128i shift;
} short_factors;

SIGHT_INLINE __m512i pair_of(int16_t a, int16_t b) {
    return _mm512_set1_epi32((int32_t)((uint32_t)(uint16_t)a | (uint32_t)(uint16_t)b << 16));
}

SIGHT_INLINE short_factors load_short(const sight_q8_short_sum *p) {
    return (short_factors){.highs = pair_of(p->a_high, p->b_high),
                           .lows = pair_of(p->a_low, p->b_low),
                           .high = _mm512_set1_epi32(p->high),
                           .low = _mm512_set1_epi32(p->low),
                           .minimum = _mm512_set1_epi16((int16_t)p->minimum),
                           .maximum = _mm512_set1_epi16((int16_t)p->maximum),
                           .shift = _mm_cvtsi32_si128(p->shift)};
}

SIGHT_INLINE words splat_words(int16_t value) { return _mm512_set1_epi16(value); }

SIGHT_INLINE words widen_words(const uint8_t *bytes, _Bool is_signed) {
    const __m256i half = _mm256_loadu_si256((const __m256i *)(const void *)bytes);
    return is_signed ? _mm512_cvtepi8_epi16(half) : _mm512_cvtepu8_epi16(half);
}

/// Returns the sums of pairs of elements, 32 bits each, as sight_q8_short_sum defines them but
/// without the clamp.
SIGHT_INLINE __m512i pair_sums(__m512i pairs, const short_factors *f) {
    const __m512i low = _mm512_add_epi32(_mm512_madd_epi16(pairs, f->lows), f->low);
    const __m512i high = _mm512_add_epi32(_mm512_madd_epi16(pairs, f->highs), f->high);
    return _mm512_sra_epi32(_mm512_add_epi32(high, _mm512_srai_epi32(low, 15)), f->shift);
}

SIGHT_INLINE words short_sums(words a, words b, const short_factors *f) {
    const __m512i low = pair_sums(_mm512_unpacklo_epi16(a, b), f);
    const __m512i high = pair_sums(_mm512_unpackhi_epi16(a, b), f);
    const __m512i sums = _mm512_packs_epi32(low, high); // the clamp's range is narrower
    return _mm512_min_epi16(_mm512_max_epi16(sums, f->minimum), f->maximum);
}

typedef struct {
    __m512 factor, rest;
    __m512i sign, bias; // the sign bit, and the bits of the bias
    __m512i a_zero_point, b_zero_point, output_zero_point, minimum, maximum;
} short_product_factors;

SIGHT_INLINE short_product_factors load_short_product(const sight_q8_short_product *p) {
    return (short_product_factors){.factor = _mm512_set1_ps(p->factor),
                                   .rest = _mm512_set1_ps(p->rest),
                                   .sign = _mm512_set1_epi32(INT32_MIN),
                                   .bias = _mm512_castps_si512(_mm512_set1_ps(p->bias)),
                                   .a_zero_point = _mm512_set1_epi16(p->a_zero_point),
                                   .b_zero_point = _mm512_set1_epi16(p->b_zero_point),
                                   .output_zero_point = _mm512_set1_epi16(p->output_zero_point),
                                   .minimum = _mm512_set1_epi16((int16_t)p->minimum),
                                   .maximum = _mm512_set1_epi16((int16_t)p->maximum)};
}

/// Scales and rounds products as sight_q8_short_product does, but adds no zero point.
SIGHT_INLINE __m512i rounded(__m512i products, const short_product_factors *f) {
    const __m512i bias = _mm512_ternarylogic_epi32(products, f->sign, f->bias, 0xEA);
    const __m512 p = _mm512_cvtepi32_ps(products);
    const __m512 small = _mm512_fmadd_ps(p, f->rest, _mm512_castsi512_ps(bias));
    return _mm512_cvtps_epi32(_mm512_fmadd_ps(p, f->factor, small));
}

SIGHT_INLINE words short_products(words a, words b, const short_product_factors *f) {
    const __m512i x = _mm512_sub_epi16(a, f->a_zero_point);
    const __m512i y = _mm512_sub_epi16(b, f->b_zero_point);
    const __m512i low = _mm512_mullo_epi16(x, y), high = _mm512_mulhi_epi16(x, y);
    const __m512i results = _mm512_packs_epi32(rounded(_mm512_unpacklo_epi16(low, high), f),
                                               rounded(_mm512_unpackhi_epi16(low, high), f));
    const __m512i sums = _mm512_adds_epi16(results, f->output_zero_point);
    return _mm512_min_epi16(_mm512_max_epi16(sums, f->minimum), f->maximum);
}

/// Writes the low byte of each word.
SIGHT_INLINE void store_words(words sums, uint8_t *output) {
    _mm256_storeu_si256((__m256i *)(void *)output, _mm512_cvtepi16_epi8(sums));
}

#include "q8-binary-short.h"

SIGHT_TARGET_END
#endif
