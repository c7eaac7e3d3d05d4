#ifndef SIGHT_FOUR_FLOATS_H
#define SIGHT_FOUR_FLOATS_H

// Four floats in a register that every machine of an architecture has, for code without tiers.

#include "isa.h"

#if SIGHT_X86
#include <xmmintrin.h>
#define SIGHT_FOUR_FLOATS 1

typedef __m128 four_floats;

SIGHT_INLINE four_floats load_four(const float *from) { return _mm_loadu_ps(from); }
SIGHT_INLINE four_floats repeat_four(float value) { return _mm_set1_ps(value); }
SIGHT_INLINE void store_four(float *to, four_floats x) { _mm_storeu_ps(to, x); }
SIGHT_INLINE four_floats add_four(four_floats x, four_floats y) { return _mm_add_ps(x, y); }

/// Clamps; NaN passes through.
SIGHT_INLINE four_floats clamp_four(four_floats x, four_floats least, four_floats greatest) {
    return _mm_min_ps(greatest, _mm_max_ps(least, x));
}

/// Exchanges rows and columns.
SIGHT_INLINE void transpose_four(four_floats x[4]) {
    const __m128 a = _mm_unpacklo_ps(x[0], x[1]), b = _mm_unpackhi_ps(x[0], x[1]);
    const __m128 c = _mm_unpacklo_ps(x[2], x[3]), d = _mm_unpackhi_ps(x[2], x[3]);
    x[0] = _mm_movelh_ps(a, c);
    x[1] = _mm_movehl_ps(c, a);
    x[2] = _mm_movelh_ps(b, d);
    x[3] = _mm_movehl_ps(d, b);
}

/// Writes the first `count` of the four floats, 1 to 4. Inner loops pass a constant, so that the
/// compiler removes the branches.
SIGHT_INLINE void store_some(float *to, four_floats x, size_t count) {
    if (count == 4) {
        _mm_storeu_ps(to, x);
        return;
    }
    if (count >= 2)
        _mm_storel_pi((__m64 *)(void *)to, x);
    if (count != 2)
        _mm_store_ss(to + (count - 1), count == 1 ? x : _mm_movehl_ps(x, x));
}
#elif SIGHT_ARM64
#include <arm_neon.h>
#define SIGHT_FOUR_FLOATS 1

typedef float32x4_t four_floats;

SIGHT_INLINE four_floats load_four(const float *from) { return vld1q_f32(from); }
SIGHT_INLINE four_floats repeat_four(float value) { return vdupq_n_f32(value); }
SIGHT_INLINE void store_four(float *to, four_floats x) { vst1q_f32(to, x); }
SIGHT_INLINE four_floats add_four(four_floats x, four_floats y) { return vaddq_f32(x, y); }

/// Clamps; NaN passes through.
SIGHT_INLINE four_floats clamp_four(four_floats x, four_floats least, four_floats greatest) {
    return vminq_f32(vmaxq_f32(x, least), greatest);
}

/// Exchanges rows and columns.
SIGHT_INLINE void transpose_four(four_floats x[4]) {
    const float64x2_t a = vreinterpretq_f64_f32(vtrn1q_f32(x[0], x[1]));
    const float64x2_t b = vreinterpretq_f64_f32(vtrn2q_f32(x[0], x[1]));
    const float64x2_t c = vreinterpretq_f64_f32(vtrn1q_f32(x[2], x[3]));
    const float64x2_t d = vreinterpretq_f64_f32(vtrn2q_f32(x[2], x[3]));
    x[0] = vreinterpretq_f32_f64(vtrn1q_f64(a, c));
    x[1] = vreinterpretq_f32_f64(vtrn1q_f64(b, d));
    x[2] = vreinterpretq_f32_f64(vtrn2q_f64(a, c));
    x[3] = vreinterpretq_f32_f64(vtrn2q_f64(b, d));
}

/// Writes the first `count` of the four floats, 1 to 4. Inner loops pass a constant, so that the
/// compiler removes the branches.
SIGHT_INLINE void store_some(float *to, four_floats x, size_t count) {
    if (count == 4) {
        vst1q_f32(to, x);
        return;
    }
    if (count >= 2)
        vst1_f32(to, vget_low_f32(x));
    if (count == 1)
        vst1q_lane_f32(to, x, 0);
    else if (count == 3)
        vst1q_lane_f32(to + 2, x, 2);
}
#endif

#endif
