#ifndef SIGHT_REQUANTIZE_NEON_H
#define SIGHT_REQUANTIZE_NEON_H

// Requantization of 4 columns at once; sight-requantize.h has the rules. Rounding twice and
// rounding once are exact for all parameters, also for multipliers above 1.

#include "../isa.h"
#include "sight-requantize.h"

#include <arm_neon.h>

/// Steps 1 to 3, rounding twice.
///
/// Step 2 is SQRDMULH, floor((2 a m + 2^31) / 2^32): it saturates only where both factors are
/// -2^31, and the multiplier is not negative. Its result x is above -2^31, so x - 1 does not wrap.
/// SRSHL rounds ties upward. Subtracting 1 from a negative x first rounds its ties away from zero
/// and changes no other result.
SIGHT_INLINE int32x4_t sight_requantize_4_twice(int32x4_t accumulator, int32x4_t multiplier,
                                                int32x4_t left, int32x4_t right) {
    const int32x4_t shift = vnegq_s32(right);
    int32x4_t x = vqrdmulhq_s32(vshlq_s32(accumulator, left), multiplier);
    x = vsraq_n_s32(x, vandq_s32(x, shift), 31); // subtracts 1 if x < 0 and right > 0
    return vrshlq_s32(x, shift);
}

/// Steps 1 to 3, rounding once: 64-bit products, one rounding shift, saturation to 32 bits.
SIGHT_INLINE int32x4_t sight_requantize_4_once(int32x4_t accumulator, int32x4_t multiplier,
                                               int32x4_t left, int32x4_t right) {
    const int32x4_t shift = vsubq_s32(vsubq_s32(left, right), vdupq_n_s32(31));
    int64x2_t low = vmull_s32(vget_low_s32(accumulator), vget_low_s32(multiplier));
    int64x2_t high = vmull_high_s32(accumulator, multiplier);
    low = vrshlq_s64(low, vmovl_s32(vget_low_s32(shift)));
    high = vrshlq_s64(high, vmovl_high_s32(shift));
    return vqmovn_high_s64(vqmovn_s64(low), high);
}

/// The factors of 4 columns for the rule `nearest`.
SIGHT_INLINE float32x4_t sight_nearest_factors_4(int32x4_t multiplier, int32x4_t right) {
    const int32x4_t power = vshlq_n_s32(vsubq_s32(vdupq_n_s32(127 - 31), right), 23);
    return vmulq_f32(vcvtq_f32_s32(multiplier), vreinterpretq_f32_s32(power));
}

/// Steps 1 to 3 in binary32.
SIGHT_INLINE int32x4_t sight_requantize_nearest_4(int32x4_t accumulator, float32x4_t factors) {
    return vcvtnq_s32_f32(vmulq_f32(vcvtq_f32_s32(accumulator), factors));
}

// The parameters of step 4, for all columns of an output.
typedef struct {
    int16x8_t zero_point;
    uint8x16_t minimum, maximum, flip; // the bounds are those of uint8
    _Bool clamps;                      // whether the bounds are narrower than uint8
} sight_narrower;

SIGHT_INLINE sight_narrower sight_narrower_load(const sight_requantization *q) {
    // Narrowing goes to uint8 first, also for int8 outputs, which have a minimum below zero.
    const int offset = q->minimum < 0 ? 128 : 0;
    const int minimum = q->minimum + offset, maximum = q->maximum + offset;
    return (sight_narrower){vdupq_n_s16((int16_t)(q->zero_point + offset)),
                            vdupq_n_u8((uint8_t)minimum), vdupq_n_u8((uint8_t)maximum),
                            vdupq_n_u8((uint8_t)offset), minimum > 0 || maximum < 255};
}

/// Narrows 16 sums to bytes. The narrowing saturates, and so clamps to the range of uint8.
SIGHT_INLINE uint8x16_t sight_narrow_16(const int32x4_t *y, const sight_narrower *q) {
    const int16x8_t low = vqaddq_s16(vqmovn_high_s32(vqmovn_s32(y[0]), y[1]), q->zero_point);
    const int16x8_t high = vqaddq_s16(vqmovn_high_s32(vqmovn_s32(y[2]), y[3]), q->zero_point);
    return vqmovun_high_s16(vqmovun_s16(low), high);
}

/// Narrows 8 sums to bytes, of which both halves of the result have a copy.
SIGHT_INLINE uint8x16_t sight_narrow_8(const int32x4_t *y, const sight_narrower *q) {
    const int16x8_t words = vqaddq_s16(vqmovn_high_s32(vqmovn_s32(y[0]), y[1]), q->zero_point);
    const uint8x8_t bytes = vqmovun_s16(words);
    return vcombine_u8(bytes, bytes);
}

/// Clamps `count` registers of narrowed bytes and converts them to the output's element type.
SIGHT_INLINE void sight_finish_bytes(const int count, const sight_narrower *q, uint8x16_t *bytes) {
    if (q->clamps) {
        SIGHT_UNROLL
        for (int i = 0; i < count; i++)
            bytes[i] = vminq_u8(vmaxq_u8(bytes[i], q->minimum), q->maximum);
    }
    SIGHT_UNROLL
    for (int i = 0; i < count; i++)
        bytes[i] = veorq_u8(bytes[i], q->flip);
}

#endif
