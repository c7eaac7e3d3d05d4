#ifndef SIGHT_FUNCTIONS_H
#define SIGHT_FUNCTIONS_H

#include "../isa.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

// Functions of one float, for loops that the compiler turns into vectors. These goals decide, the
// most important first: all tiers give the same bits, so a multiply-add is fused where it says so,
// and nowhere else; there are no branches and no tables; steps are in single precision, and errors
// stay within the bounds that `sight-rows.h` gives. NaN passes through every function, because each
// choice keeps it.
//
// The polynomials have the least greatest relative error (Remez, 1934).

SIGHT_NO_CONTRACTION

SIGHT_INLINE float sight_bits_as_float(uint32_t bits) {
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

SIGHT_INLINE uint32_t sight_float_as_bits(float value) {
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

/// a b + c, rounded once. Without an instruction for it, the product is exact and the sum is
/// rounded to a double first. About one sum in 2^29 is then in the middle of two floats, and may be
/// rounded to the other one.
SIGHT_INLINE float sight_fused(float a, float b, float c) {
#if SIGHT_X86 && !defined(SIGHT_HAS_FUSED)
    return (float)((double)a * b + c);
#else
    return __builtin_fmaf(a, b, c);
#endif
}

/// The parts of e^x = 2^n (1 + p) with a whole n and 1 + p between the roots of 1/2 and 2.
typedef struct {
    float p;
    uint32_t n; // in the lowest bits; the others are those of a constant
} sight_power;

/// Splits e^(x - rest), with |x| below 2^7 and a small `rest`. p is relatively exact near 0. The
/// lowest nine bits of `n` get `bias` added, which must leave them positive.
SIGHT_INLINE sight_power sight_power_of_e(float x, float rest, float bias) {
    const float magic = 0x1.8p23f + bias; // adding it rounds to a whole number, in the lowest bits
    const float shifted = sight_fused(x, 0x1.715476p0f, magic);
    const float n = shifted - magic;
    // ln 2 in two parts.
    const float near = sight_fused(n, -0x1.62e43p-1f, x);
    const float r = sight_fused(n, 0x1.05c610p-29f, near) - rest;
    float q = sight_fused(0x1.6bebcap-10f, r, 0x1.1228e6p-7f);
    q = sight_fused(q, r, 0x1.555676p-5f);
    q = sight_fused(q, r, 0x1.5554aep-3f);
    q = sight_fused(q, r, 0x1.fffffep-2f);
    return (sight_power){.p = sight_fused(q, r * r, r), .n = sight_float_as_bits(shifted)};
}

/// e^x. Two factors make 2^n, because subnormal results are out of the range of one.
SIGHT_INLINE float sight_exponential(float x) {
    // Outside of this range, the result rounds to zero or infinity.
    float limited = x < -104.0f ? -104.0f : x;
    limited = limited > 89.0f ? 89.0f : limited;
    const sight_power e = sight_power_of_e(limited, 0, 254);
    const uint32_t half = e.n >> 1; // with the bias 127 of an exponent, and so is the other half
    const float scale = sight_bits_as_float(half << 23);
    return sight_fused(e.p, scale, scale) * sight_bits_as_float((e.n - half) << 23);
}

#define SIGHT_DECAY_SCALE 0x1p64f

/// e^x for x <= 0, times the scale, which makes the smallest results normal numbers.
SIGHT_INLINE float sight_scaled_decay(float x) {
    const sight_power e = sight_power_of_e(x < -104.0f ? -104.0f : x, 0, 127 + 64);
    const float scale = sight_bits_as_float(e.n << 23);
    return sight_fused(e.p, scale, scale);
}

/// e^x - 1 for x <= 0.
SIGHT_INLINE float sight_decay_minus_one(float x) {
    const sight_power e = sight_power_of_e(x < -32.0f ? -32.0f : x, 0, 127);
    const float scale = sight_bits_as_float(e.n << 23);
    return sight_fused(e.p, scale, scale - 1);
}

/// The number of ordinary floats: of those that are positive, finite and not subnormal.
#define SIGHT_ORDINARY_COUNT UINT32_C(0x7F000000)

/// The place of an ordinary number among all of them; for another number, at least their number.
SIGHT_INLINE uint32_t sight_place_of_ordinary(float x) {
    return sight_float_as_bits(x) - UINT32_C(0x00800000);
}

/// ln(2^shift x) of an ordinary number. 2^shift x = 2^k (1 + f) with a whole k and 1 + f between
/// the roots of 1/2 and 2.
SIGHT_INLINE float sight_ordinary_logarithm(float x, float shift) {
    const uint32_t one = UINT32_C(0x3F800000), root = UINT32_C(0x3F3504F3);
    const uint32_t bits = sight_float_as_bits(x);
    const uint32_t biased = (bits + (one - root)) >> 23; // the exponent plus 127
    const float f = sight_bits_as_float(bits + one - (biased << 23)) - 1;
    const float k = (float)((int32_t)biased - 127) + shift;
    const float square = f * f;
    const float cube = f * square;
    float first = sight_fused(0x1.99a4b6p-3f, f, -0x1.000006p-2f);
    first = sight_fused(first, f, 0x1.555548p-2f);
    float second = sight_fused(-0x1.fc220ep-4f, f, 0x1.233766p-3f);
    second = sight_fused(second, f, -0x1.555c4ep-3f);
    float third = sight_fused(0x1.14573ep-4f, f, -0x1.de3bf8p-4f);
    third = sight_fused(third, f, 0x1.e6f08cp-4f);
    const float q = sight_fused(sight_fused(third, cube, second), cube, first);
    const float rest = sight_fused(q, cube, sight_fused(-0.5f, square, k * 0x1.7f7d1cp-20f));
    return sight_fused(k, 0x1.62e4p-1f, f + rest);
}

/// ln x. Subnormal numbers are scaled by 2^24.
SIGHT_INLINE float sight_logarithm(float x) {
    const _Bool is_small = x < 0x1p-126f;
    const float result =
        sight_ordinary_logarithm(is_small ? x * 0x1p24f : x, is_small ? -24.0f : 0.0f);
    const float finite = x < INFINITY ? result : x;
    return x > 0 ? finite : x == 0 ? -INFINITY : NAN;
}

/// 1 / (1 + e^-x), with a scale in numerator and denominator that keeps them in range. Beyond the
/// limits, the result rounds to zero or one.
SIGHT_INLINE float sight_sigmoid(float x) {
    float power = -x > 104.0f ? 104.0f : -x;
    power = power < -60.0f ? -60.0f : power;
    const sight_power e = sight_power_of_e(power, 0, 127 - 30);
    const float scale = sight_bits_as_float(e.n << 23);
    return 0x1p-30f / (0x1p-30f + sight_fused(e.p, scale, scale));
}

/// x times the sigmoid of x.
SIGHT_INLINE float sight_swish(float x) { return x * sight_sigmoid(x); }

/// The hyperbolic tangent: x times a quotient of polynomials of x^2 up to 9.01^2, from where on the
/// result is 1.
SIGHT_INLINE float sight_tangent(float x) {
    const float greatest = 0x1.2051ecp+3f * 0x1.2051ecp+3f;
    const float square = x * x > greatest ? greatest : x * x;
    float p = sight_fused(0x1.ca406ep-27f, square, 0x1.598c74p-16f);
    p = sight_fused(p, square, 0x1.ca127ap-9f);
    p = sight_fused(p, square, 0x1.1207b2p-3f);
    p = sight_fused(p, square, 1);
    float q = sight_fused(0x1.a11c6cp-21f, square, 0x1.58640cp-12f);
    q = sight_fused(q, square, 0x1.a7eb92p-6f);
    q = sight_fused(q, square, 0x1.de5922p-2f);
    q = sight_fused(q, square, 1);
    const float result = x * p / q, limited = result > 1 ? 1 : result;
    return limited < -1 ? -1 : limited;
}

/// The error function: x times a quotient of polynomials of x^2 up to 3.92. Greater magnitudes have
/// the result 1, which is the rounded one.
SIGHT_INLINE float sight_error_function(float x) {
    const float size = fabsf(x), z = size > 3.92f ? 3.92f : size, square = z * z;
    float p = sight_fused(0x1.132856p-19f, square, 0x1.2ab8e2p-12f);
    p = sight_fused(p, square, 0x1.ed924ep-9f);
    p = sight_fused(p, square, 0x1.b01e52p-5f);
    p = sight_fused(p, square, 0x1.85f43cp-3f);
    p = sight_fused(p, square, 0x1.20dd74p+0f);
    float q = sight_fused(0x1.3f895cp-15f, square, 0x1.30c106p-10f);
    q = sight_fused(q, square, 0x1.ea837ap-7f);
    q = sight_fused(q, square, 0x1.d3646cp-4f);
    q = sight_fused(q, square, 0x1.011034p-1f);
    q = sight_fused(q, square, 1);
    float result = z * p / q;
    result = result > 1 ? 1 : result;
    return copysignf(size > 3.92f ? 1 : result, x);
}

/// The greatest magnitude for which the sine and the cosine below are right.
#define SIGHT_GREATEST_ANGLE 0x1p20f

/// The sine of x, or of x + pi / 2. The nearest multiple of pi is taken away, the first part of it
/// exactly up to the greatest angle; an odd multiple changes the sign.
SIGHT_INLINE float sight_sine(float x, const _Bool is_cosine) {
    const float magic = 0x1.8p23f, inverse = 0x1.45f306p-2f;
    const float shifted =
        is_cosine ? sight_fused(x, inverse, 0.5f) + magic : sight_fused(x, inverse, magic);
    const float n = is_cosine ? shifted - magic - 0.5f : shifted - magic;
    float r = sight_fused(n, -0x1.921fb6p1f, x);
    r = sight_fused(n, 0x1.777a5cp-24f, r);
    r = sight_fused(n, 0x1.ee59dap-49f, r);
    const float square = r * r;
    float s = sight_fused(0x1.5cdbd4p-19f, square, -0x1.9f608ep-13f);
    s = sight_fused(s, square, 0x1.110e82p-7f);
    s = sight_fused(s, square, -0x1.55554ap-3f);
    s = sight_fused(s, r * square, r);
    return sight_bits_as_float(sight_float_as_bits(s) ^ sight_float_as_bits(shifted) << 31);
}

SIGHT_INLINE float sight_small_sine(float x) { return x == 0 ? x : sight_sine(x, 0); }
SIGHT_INLINE float sight_small_cosine(float x) { return sight_sine(x, 1); }

/// x for x >= 0, else e^x - 1.
SIGHT_INLINE float sight_elu(float x) { return x < 0 ? sight_decay_minus_one(x) : x; }

/// x times the cumulative normal distribution at x: the positive part of x less the product of z =
/// |x| and the distribution at -z, which is e^(-z^2 / 2) p(z) / q(z). From 13 on, the product is
/// below 2^-123, and 2^n below is still a normal number.
SIGHT_INLINE float sight_gelu(float x) {
    float z = fabsf(x);
    z = z > 13.0f ? 13.0f : z;
    // e^(-z^2 / 2) = 2^(n + r)
    const float square = z * z, exponent = -0x1.715476p-1f, magic = 0x1.8p23f;
    const float shifted = sight_fused(square, exponent, magic), n = shifted - magic;
    const float r = sight_fused(square, exponent, -n);
    float e = sight_fused(0x1.5bba14p-10f, r, 0x1.3cea88p-7f);
    e = sight_fused(e, r, 0x1.c6b752p-5f);
    e = sight_fused(e, r, 0x1.ebf9bcp-3f);
    e = sight_fused(e, r, 0x1.62e42ap-1f);
    e = sight_fused(e, r, 1);
    const float decay =
        sight_bits_as_float(sight_float_as_bits(e) + (sight_float_as_bits(shifted) << 23));
    float p = sight_fused(0x1.c07f58p-7f, z, 0x1.ae5fc0p-4f);
    p = sight_fused(p, z, 0x1.588c2ep-2f);
    p = sight_fused(p, z, 0.5f);
    float q = sight_fused(0x1.1929e6p-5f, z, 0x1.0d3e9ep-2f);
    q = sight_fused(q, z, 0x1.c47646p-1f);
    q = sight_fused(q, z, 0x1.788824p+0f);
    q = sight_fused(q, z, 1);
    const float tail = z * decay * p / q, positive = x < 0 ? -0.0f : x;
    return positive - tail;
}

/// A sixth of a number that is zero or at least 2^-60, with the bits of a division. A correction
/// with the rest of 1 / 6 makes the product exact (Brisebarre and Muller, "Correctly rounded
/// multiplication by arbitrary precision constants", 2008); all floats up to 6 were compared.
SIGHT_INLINE float sight_sixth(float x) {
    return sight_fused(x, 0x1.555556p-3f, x * -0x1.555556p-28f);
}

/// x clamp(x + 3, 0, 6) / 6. The quotient comes first, so that no great number overflows.
/// The sum x + 3 is zero or at least 2^-22.
SIGHT_INLINE float sight_hard_swish(float x) {
    const float positive = x + 3 < 0 ? 0 : x + 3;
    return x * sight_sixth(positive > 6 ? 6 : positive);
}

/// The approximation x (1 + tanh(u)) / 2 = x sigmoid(2 u), with u = sqrt(2 / pi) (x + 0.044715
/// x^3).
SIGHT_INLINE float sight_tanh_gelu(float x) {
    return x * sight_sigmoid(x * sight_fused(0x1.2444f2p-4f, x * x, 0x1.988454p0f));
}

#endif
