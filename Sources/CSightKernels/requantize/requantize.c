#include "../isa.h"
#include "sight-requantize.h"

#include <math.h>
#include <string.h>

SIGHT_NO_CONTRACTION

/// round(a * b / 2^31), ties upward. b is never INT32_MIN, so the result fits.
static int32_t rounding_doubling_high_multiply(int32_t a, int32_t b) {
    int64_t product = (int64_t)a * b;
    int64_t nudge = product >= 0 ? 1 << 30 : 1 - (1 << 30);
    return (int32_t)((product + nudge) / ((int64_t)1 << 31)); // division rounds toward zero
}

/// round(x / 2^exponent), ties away from zero.
static int32_t rounding_divide_by_power_of_two(int32_t x, int32_t exponent) {
    int32_t mask = (int32_t)(((int64_t)1 << exponent) - 1);
    int32_t remainder = x & mask;
    int32_t threshold = (mask >> 1) + (x < 0);
    return (x >> exponent) + (remainder > threshold);
}

int32_t sight_requantize(int32_t accumulator, int32_t multiplier, int32_t left, int32_t right) {
    int32_t shifted = (int32_t)((uint32_t)accumulator << left);
    return rounding_divide_by_power_of_two(rounding_doubling_high_multiply(shifted, multiplier),
                                           right);
}

int32_t sight_requantize_once(int32_t accumulator, int32_t multiplier, int32_t left,
                              int32_t right) {
    int32_t shift = 31 + right - left; // in 1...62
    int64_t half = (int64_t)1 << (shift - 1);
    // Both terms are below 2^62.
    int64_t value = ((int64_t)accumulator * multiplier + half) >> shift;
    return (int32_t)(value < INT32_MIN ? INT32_MIN : value > INT32_MAX ? INT32_MAX : value);
}

float sight_nearest_factor(int32_t multiplier, int32_t right) {
    // Both steps are exact. ldexpf takes longer, and each channel of a layer needs this.
    return (float)multiplier * 0x1p-31f / (float)((int64_t)1 << right);
}

int32_t sight_requantize_nearest(int32_t accumulator, int32_t multiplier, int32_t right) {
    // The factor is less than 1, so the result fits.
    return (int32_t)lrintf((float)accumulator * sight_nearest_factor(multiplier, right));
}

int32_t sight_requantize_clamped(int32_t accumulator, int32_t multiplier, int32_t left,
                                 int32_t right, const sight_requantization *output) {
    int64_t value = output->nearest ? sight_requantize_nearest(accumulator, multiplier, right)
                    : output->rounds_once
                        ? sight_requantize_once(accumulator, multiplier, left, right)
                        : sight_requantize(accumulator, multiplier, left, right);
    value += output->zero_point;
    if (value < output->minimum)
        value = output->minimum;
    if (value > output->maximum)
        value = output->maximum;
    return (int32_t)value;
}

_Bool sight_quantize_multiplier(double scale, int32_t *multiplier, int32_t *left, int32_t *right) {
    *multiplier = *left = *right = 0;
    if (!(scale >= 0) || !(scale < 1073741824.0))
        return 0;
    if (scale == 0)
        return 1;
    // frexp and round would do the same, but take longer.
    uint64_t bits;
    memcpy(&bits, &scale, sizeof bits);
    int exponent = (int)(bits >> 52) - 1022; // scale is below 2^exponent
    const uint64_t digits = (bits & (((uint64_t)1 << 52) - 1)) | (uint64_t)1 << 52;
    int64_t fixed = (int64_t)((digits + (1 << 21)) >> 22); // ties upward
    if (fixed == (int64_t)1 << 31) {
        fixed /= 2;
        exponent++;
    }
    if (exponent < -31)
        return 1;
    *multiplier = (int32_t)fixed;
    *left = exponent > 0 ? exponent : 0;
    *right = exponent < 0 ? -exponent : 0;
    return 1;
}
