#ifndef SIGHT_FIXED_FUNCTIONS_H
#define SIGHT_FIXED_FUNCTIONS_H

#include "../isa.h"

#include <stdint.h>

// The sigmoid and the hyperbolic tangent of 16-bit fixed-point numbers, which have some integer
// bits and otherwise fraction bits. They have no branches, so that the compiler can turn loops over
// them into vectors.
//
// Source: gemmlowp `fixedpoint.h`, the 16-bit forms of `logistic` and `tanh`.

/// a b in units of 2^-15, rounded to nearest, ties up; not for two numbers -2^15.
SIGHT_INLINE int16_t sight_fixed_product(int16_t a, int16_t b) {
    return (int16_t)(((int32_t)a * b + (1 << 14)) >> 15);
}

/// value / 2^times, rounded to nearest, ties away from zero.
SIGHT_INLINE int16_t sight_fixed_halved(int16_t value, const int times) {
    return (int16_t)((value + (1 << (times - 1)) - (value < 0)) >> times);
}

/// e^x for -1/4 <= x < 0, as a series around -1/8.
SIGHT_INLINE int16_t sight_fixed_near_zero(int16_t x) {
    const int16_t at_center = 28918, third = 10923; // e^(-1/8) and 1/3
    const int16_t y = (int16_t)(x + (1 << 12));
    const int16_t square = sight_fixed_product(y, y), cube = sight_fixed_product(square, y);
    const int16_t fourth = sight_fixed_halved(sight_fixed_product(square, square), 2);
    const int16_t sum = (int16_t)(fourth + cube);
    const int16_t tail = sight_fixed_halved((int16_t)(sight_fixed_product(sum, third) + square), 1);
    return (int16_t)(at_center + sight_fixed_product(at_center, (int16_t)(y + tail)));
}

/// result times e^-(2^step / 4), if x has this part.
SIGHT_INLINE int16_t sight_fixed_part(int16_t result, int16_t remainder, const int step,
                                      int integer_bits, int16_t factor) {
    const int bit = 13 - integer_bits + step;
    const _Bool exists = integer_bits > step - 2 && bit >= 0 && bit < 15;
    const _Bool applies = exists && (remainder >> (exists ? bit : 0) & 1);
    return applies ? sight_fixed_product(result, factor) : result;
}

/// e^x in units of 2^-15, for x <= 0 with 1 to 7 integer bits.
SIGHT_INLINE int16_t sight_fixed_exponential(int16_t x, int integer_bits) {
    const int16_t quarter = (int16_t)(1 << (13 - integer_bits));
    const int16_t rest = (int16_t)((x & (quarter - 1)) - quarter);
    const int16_t remainder = (int16_t)(rest - x);
    int16_t result = sight_fixed_near_zero((int16_t)(rest * (1 << integer_bits)));
    result = sight_fixed_part(result, remainder, 0, integer_bits, 25520);
    result = sight_fixed_part(result, remainder, 1, integer_bits, 19875);
    result = sight_fixed_part(result, remainder, 2, integer_bits, 12055);
    result = sight_fixed_part(result, remainder, 3, integer_bits, 4435);
    result = sight_fixed_part(result, remainder, 4, integer_bits, 600);
    result = sight_fixed_part(result, remainder, 5, integer_bits, 11);
    result = sight_fixed_part(result, remainder, 6, integer_bits, 0);
    const int32_t least = integer_bits > 5 ? -(1 << (20 - integer_bits)) : INT16_MIN;
    result = x < least ? 0 : result;
    return x == 0 ? INT16_MAX : result;
}

/// 1 / (1 + x) in units of 2^-14 for 0 <= x <= 1 in units of 2^-15, plus 2^-1: Newton's division.
SIGHT_INLINE int16_t sight_fixed_reciprocal(int16_t x) {
    const int16_t half_denominator = (int16_t)((x + (1 << 15)) >> 1);
    int16_t estimate = (int16_t)(23130 + sight_fixed_product(half_denominator, -15420));
    for (int i = 0; i < 3; i++) {
        const int16_t error =
            (int16_t)((1 << 13) - sight_fixed_product(half_denominator, estimate));
        estimate = (int16_t)(estimate + sight_fixed_product(estimate, error) * 4);
    }
    return estimate;
}

/// 1 / (1 + e^-x) in units of 2^-15, for x in units of 2^-12.
SIGHT_INLINE int16_t sight_fixed_sigmoid(int16_t x) {
    const int16_t negative = (int16_t)(x > 0 ? -x : x);
    const int32_t doubled = 2 * sight_fixed_reciprocal(sight_fixed_exponential(negative, 3));
    const int16_t positive = (int16_t)(doubled < INT16_MAX ? doubled : INT16_MAX);
    const int16_t result = x > 0 ? positive : (int16_t)(INT16_MAX - positive);
    return x == 0 ? 1 << 14 : result;
}

/// The hyperbolic tangent in units of 2^-15, for x with 0 to 6 integer bits.
SIGHT_INLINE int16_t sight_fixed_tangent(int16_t x, int integer_bits) {
    // The argument of the exponential is 2x: the same number with one more integer bit.
    const int16_t negative = (int16_t)(x > 0 ? -x : x);
    const int16_t power = sight_fixed_exponential(negative, integer_bits + 1);
    const int32_t difference = 4 * (sight_fixed_reciprocal(power) - (1 << 13));
    const int16_t positive = (int16_t)(difference < INT16_MAX ? difference : INT16_MAX);
    const int16_t result = x > 0 ? positive : (int16_t)-positive;
    return x == 0 ? 0 : result;
}

#endif
