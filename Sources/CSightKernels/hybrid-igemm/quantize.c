#include "../isa.h"
#include "sight-hybrid-igemm.h"
#include "sight-rows.h"

#include <math.h>

SIGHT_NO_CONTRACTION

// Both functions follow TensorFlow Lite's portable SymmetricQuantizeFloats and
// AsymmetricQuantizeFloats, and each step uses the same precision (float or double) as there: it
// decides how values near a tie are rounded.

void sight_quantize_symmetric(const float *values, size_t count, uint8_t flip, int8_t *quantized,
                              float *scale) {
    const sight_row_kernels *rows = sight_row_kernels_best(sight_current_tier());
    float least, greatest;
    rows->extremes(values, count, &least, &greatest);
    float range = -least > greatest ? -least : greatest;
    *scale = range == 0 ? 1 : range / 127;
    float inverse = range == 0 ? 0 : 127 / range;
    rows->quantize_scaled(values, count, inverse, 0, -127, flip, quantized);
}

/// Rounds to nearest, ties away from zero; |value| is below 2^31. Adding a little less than a half
/// leaves the number before a tie below the next whole number.
static int32_t rounded(double value) {
    return (int32_t)(value + copysign(0x1.fffffffffffffp-2, value));
}

void sight_quantize_asymmetric(const float *values, size_t count, uint8_t flip, int8_t *quantized,
                               float *scale, int32_t *offset) {
    const sight_row_kernels *rows = sight_row_kernels_best(sight_current_tier());
    float least, greatest;
    rows->extremes(values, count, &least, &greatest);
    *scale = 1;
    *offset = 0;
    float inverse = 0;
    if (least != greatest) {
        double step = ((double)greatest - (double)least) / 255;
        // Each end of the range gives an offset; the one with the smaller rounding error is used.
        double from_least = -128 - least / step, from_greatest = 127 - greatest / step;
        double error_least = 128 + fabs(least / step), error_greatest = 127 + fabs(greatest / step);
        double zero = error_least < error_greatest ? from_least : from_greatest;
        *offset = zero > -128 ? (zero < 127 ? rounded(zero) : 127) : -128;
        *scale = (float)step;
        inverse = *scale == 0 ? 0 : (float)(1.0 / *scale);
    }
    rows->quantize_scaled(values, count, inverse, (float)*offset, -128, flip, quantized);
}
