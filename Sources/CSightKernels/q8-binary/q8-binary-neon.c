#include "q8-binary.h"

#if SIGHT_ARM64
#include <string.h>

#include "../requantize/requantize-neon.h"

#define LANES 16
typedef struct {
    int32x4_t four[4];
} vector;
typedef struct {
    int32x4_t multiplier, left, right;
} vector_factor;

SIGHT_INLINE vector splat(int32_t value) {
    const int32x4_t four = vdupq_n_s32(value);
    return (vector){{four, four, four, four}};
}

SIGHT_INLINE vector add(vector x, vector y) {
    SIGHT_UNROLL
    for (int i = 0; i < 4; i++)
        x.four[i] = vaddq_s32(x.four[i], y.four[i]);
    return x;
}

SIGHT_INLINE vector subtract(vector x, vector y) {
    SIGHT_UNROLL
    for (int i = 0; i < 4; i++)
        x.four[i] = vsubq_s32(x.four[i], y.four[i]);
    return x;
}

SIGHT_INLINE vector multiply(vector x, vector y) {
    SIGHT_UNROLL
    for (int i = 0; i < 4; i++)
        x.four[i] = vmulq_s32(x.four[i], y.four[i]);
    return x;
}

SIGHT_INLINE vector shift_left(vector x, int bits) {
    SIGHT_UNROLL
    for (int i = 0; i < 4; i++)
        x.four[i] = vshlq_s32(x.four[i], vdupq_n_s32(bits));
    return x;
}

SIGHT_INLINE vector_factor load_factor(sight_q8_factor f) {
    return (vector_factor){vdupq_n_s32(f.multiplier), vdupq_n_s32(f.left), vdupq_n_s32(f.right)};
}

/// Multiplies by a factor and rounds twice; see requantize-neon.h. A multiplier may be negative,
/// but it is above -2^31.
SIGHT_INLINE vector scale(vector x, const vector_factor *f) {
    SIGHT_UNROLL
    for (int i = 0; i < 4; i++)
        x.four[i] = sight_requantize_4_twice(x.four[i], f->multiplier, f->left, f->right);
    return x;
}

/// Loads 16 bytes as 32-bit integers.
SIGHT_INLINE vector widen(const uint8_t *bytes, _Bool is_signed) {
    const uint8x16_t all = vld1q_u8(bytes);
    int16x8_t low = vreinterpretq_s16_u16(vmovl_u8(vget_low_u8(all)));
    int16x8_t high = vreinterpretq_s16_u16(vmovl_high_u8(all));
    if (is_signed) {
        low = vmovl_s8(vreinterpret_s8_u8(vget_low_u8(all)));
        high = vmovl_high_s8(vreinterpretq_s8_u8(all));
    }
    return (vector){{vmovl_s16(vget_low_s16(low)), vmovl_high_s16(low),
                     vmovl_s16(vget_low_s16(high)), vmovl_high_s16(high)}};
}

/// Loads 16 int16 as 32-bit integers.
SIGHT_INLINE vector widen_wide(const void *words) {
    const int16x8_t low = vreinterpretq_s16_u8(vld1q_u8((const uint8_t *)words));
    const int16x8_t high = vreinterpretq_s16_u8(vld1q_u8((const uint8_t *)words + 16));
    return (vector){{vmovl_s16(vget_low_s16(low)), vmovl_high_s16(low),
                     vmovl_s16(vget_low_s16(high)), vmovl_high_s16(high)}};
}

SIGHT_INLINE vector clamped(vector y, vector minimum, vector maximum) {
    SIGHT_UNROLL
    for (int i = 0; i < 4; i++)
        y.four[i] = vminq_s32(vmaxq_s32(y.four[i], minimum.four[i]), maximum.four[i]);
    return y;
}

/// Clamps and writes 16 lanes as int16.
SIGHT_INLINE void store_wide(vector y, vector minimum, vector maximum, void *output) {
    y = clamped(y, minimum, maximum);
    const int16x8_t low = vmovn_high_s32(vmovn_s32(y.four[0]), y.four[1]);
    const int16x8_t high = vmovn_high_s32(vmovn_s32(y.four[2]), y.four[3]);
    vst1q_u8((uint8_t *)output, vreinterpretq_u8_s16(low));
    vst1q_u8((uint8_t *)output + 16, vreinterpretq_u8_s16(high));
}

/// Clamps and writes the low bytes of 16 lanes.
SIGHT_INLINE void store(vector y, vector minimum, vector maximum, uint8_t *output) {
    y = clamped(y, minimum, maximum);
    const int16x8_t low = vmovn_high_s32(vmovn_s32(y.four[0]), y.four[1]);
    const int16x8_t high = vmovn_high_s32(vmovn_s32(y.four[2]), y.four[3]);
    vst1q_u8(output, vreinterpretq_u8_s8(vmovn_high_s16(vmovn_s16(low), high)));
}

#define NAME(kernel) sight_q8_##kernel##__neon
#include "q8-binary-vector.h"

#define WORDS 8
typedef int16x8_t words;
typedef struct {
    int16x4_t factors; // a_high, a_low, b_high, b_low
    int32x4_t high, low, right;
    int16x8_t minimum, maximum;
} short_factors;

SIGHT_INLINE short_factors load_short(const sight_q8_short_sum *p) {
    const int16_t factors[4] = {p->a_high, p->a_low, p->b_high, p->b_low};
    return (short_factors){.factors = vld1_s16(factors),
                           .high = vdupq_n_s32(p->high),
                           .low = vdupq_n_s32(p->low),
                           .right = vdupq_n_s32(-p->shift),
                           .minimum = vdupq_n_s16((int16_t)p->minimum),
                           .maximum = vdupq_n_s16((int16_t)p->maximum)};
}

SIGHT_INLINE words splat_words(int16_t value) { return vdupq_n_s16(value); }

SIGHT_INLINE words widen_words(const uint8_t *bytes, _Bool is_signed) {
    const uint8x8_t eight = vld1_u8(bytes);
    return is_signed ? vmovl_s8(vreinterpret_s8_u8(eight)) : vreinterpretq_s16_u16(vmovl_u8(eight));
}

SIGHT_INLINE words short_sums(words a, words b, const short_factors *f) {
    int32x4_t sums[2];
    SIGHT_UNROLL
    for (int half = 0; half < 2; half++) {
        const int16x4_t x = half ? vget_high_s16(a) : vget_low_s16(a);
        const int16x4_t y = half ? vget_high_s16(b) : vget_low_s16(b);
        int32x4_t low = vmlal_lane_s16(f->low, x, f->factors, 1);
        low = vmlal_lane_s16(low, y, f->factors, 3);
        int32x4_t high = vmlal_lane_s16(f->high, x, f->factors, 0);
        high = vmlal_lane_s16(high, y, f->factors, 2);
        sums[half] = vshlq_s32(vsraq_n_s32(high, low, 15), f->right);
    }
    const int16x8_t narrow = vqmovn_high_s32(vqmovn_s32(sums[0]), sums[1]);
    // The clamp includes the saturation of the narrowing.
    return vminq_s16(vmaxq_s16(narrow, f->minimum), f->maximum);
}

typedef struct {
    float32x4_t factor, rest;
    uint32x4_t sign, bias; // the sign bit, and the bits of the bias
    int16x8_t a_zero_point, b_zero_point, output_zero_point, minimum, maximum;
} short_product_factors;

SIGHT_INLINE short_product_factors load_short_product(const sight_q8_short_product *p) {
    return (short_product_factors){.factor = vdupq_n_f32(p->factor),
                                   .rest = vdupq_n_f32(p->rest),
                                   .sign = vdupq_n_u32(UINT32_C(1) << 31),
                                   .bias = vreinterpretq_u32_f32(vdupq_n_f32(p->bias)),
                                   .a_zero_point = vdupq_n_s16(p->a_zero_point),
                                   .b_zero_point = vdupq_n_s16(p->b_zero_point),
                                   .output_zero_point = vdupq_n_s16(p->output_zero_point),
                                   .minimum = vdupq_n_s16((int16_t)p->minimum),
                                   .maximum = vdupq_n_s16((int16_t)p->maximum)};
}

/// Scales and rounds products as sight_q8_short_product does, but adds no zero point.
SIGHT_INLINE int32x4_t rounded(int32x4_t products, const short_product_factors *f) {
    const uint32x4_t bias = vbslq_u32(f->sign, vreinterpretq_u32_s32(products), f->bias);
    const float32x4_t p = vcvtq_f32_s32(products);
    const float32x4_t small = vfmaq_f32(vreinterpretq_f32_u32(bias), p, f->rest);
    return vcvtnq_s32_f32(vfmaq_f32(small, p, f->factor));
}

SIGHT_INLINE words short_products(words a, words b, const short_product_factors *f) {
    const int16x8_t x = vsubq_s16(a, f->a_zero_point), y = vsubq_s16(b, f->b_zero_point);
    const int32x4_t low = rounded(vmull_s16(vget_low_s16(x), vget_low_s16(y)), f);
    const int32x4_t high = rounded(vmull_high_s16(x, y), f);
    const int16x8_t results = vqmovn_high_s32(vqmovn_s32(low), high);
    const int16x8_t sums = vqaddq_s16(results, f->output_zero_point);
    return vminq_s16(vmaxq_s16(sums, f->minimum), f->maximum);
}

/// Writes the low byte of each word.
SIGHT_INLINE void store_words(words sums, uint8_t *output) {
    vst1_u8(output, vmovn_u16(vreinterpretq_u16_s16(sums)));
}

#include "q8-binary-short.h"
#endif
