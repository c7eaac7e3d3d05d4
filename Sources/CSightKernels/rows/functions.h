#ifndef SIGHT_FUNCTIONS_H
#define SIGHT_FUNCTIONS_H

#include "../isa.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

// The exponential and the logarithm, for loops that the compiler turns into vectors. These goals
// decide, the most important first: all tiers give the same bits, so no multiply-add is fused;
// results are rounded to nearest nearly always, so all steps are in double precision and only the
// last one rounds to a float; there are no branches and no tables.
//
// The polynomials have the least greatest relative error (Remez, 1934).

SIGHT_NO_CONTRACTION

SIGHT_INLINE double sight_bits_as_double(uint64_t bits) {
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

SIGHT_INLINE uint64_t sight_double_as_bits(double value) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

/// e^x = 2^n e^r with a whole n and |r| <= ln 2 / 2; the error of e^r is 2^-34.
SIGHT_INLINE float sight_exponential(float x) {
    // Outside of this range, the result rounds to zero or infinity.
    double limited = x > -104.0f ? x : -104.0f;
    limited = limited < 89.0f ? limited : 89.0;
    const double magic = 0x1.8p52; // adding it rounds to a whole number, in the lowest bits
    const double shifted = limited * 0x1.71547652b82fep0 + magic;
    const double r = limited - (shifted - magic) * 0x1.62e42fefa39efp-1;
    double p = 0x1.9e8e98c0a47eep-13;
    p = p * r + 0x1.6d959d1abd6e0p-10;
    p = p * r + 0x1.11130bac3197cp-7;
    p = p * r + 0x1.5554816ff1be9p-5;
    p = p * r + 0x1.5555534fd3592p-3;
    p = p * r + 0x1.0000004269810p-1;
    p = p * r + 0x1.00000000e6054p+0;
    p = p * r + 1;
    const uint64_t bits = sight_double_as_bits(p) + (sight_double_as_bits(shifted) << 52);
    const float result = (float)sight_bits_as_double(bits);
    return x == x ? result : x;
}

/// ln x = k ln 2 + ln(1 + f) with a whole k and 1 + f between the roots of 1/2 and 2; the error of
/// ln(1 + f) is 2^-33.
SIGHT_INLINE float sight_logarithm(float x) {
    const uint64_t one = UINT64_C(0x3FF0000000000000), root = UINT64_C(0x3FE6A09E667F3BCD);
    const uint64_t bits = sight_double_as_bits(x > 0 && x < INFINITY ? x : 1);
    const uint64_t biased = (bits + (one - root)) >> 52; // k + 1023
    const double f = sight_bits_as_double(bits + one - (biased << 52)) - 1;
    // The number as the lowest bits of 2^52.
    const double k = sight_bits_as_double(biased | UINT64_C(0x4330000000000000)) - (0x1p52 + 1023);
    double p = -0x1.f887af97a943ap-5;
    p = p * f + 0x1.bbe7e7bef7676p-4;
    p = p * f + -0x1.bc5884cad8049p-4;
    p = p * f + 0x1.c26b1261762a9p-4;
    p = p * f + -0x1.fc6d2a8b73d4cp-4;
    p = p * f + 0x1.249c4a50a9a48p-3;
    p = p * f + -0x1.5568f27a67d24p-3;
    p = p * f + 0x1.9999c8cb00565p-3;
    p = p * f + -0x1.ffffa92755b3cp-3;
    p = p * f + 0x1.555554d9cbc4ep-2;
    p = p * f + -0x1.0000001a34cacp-1;
    const float result = (float)(k * 0x1.62e42fefa39efp-1 + (p * f * f + f));
    const float limit = x == 0 ? -INFINITY : x > 0 ? INFINITY : NAN;
    return x > 0 && x < INFINITY ? result : x == x ? limit : x;
}

SIGHT_INLINE float sight_sigmoid(float x) { return 1 / (1 + sight_exponential(-x)); }

#endif
