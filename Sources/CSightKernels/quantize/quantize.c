#include "../isa.h"
#include "sight-quantize.h"
#include "sight-rows.h"

#include <math.h>

SIGHT_NO_CONTRACTION

// Both functions follow TensorFlow Lite's portable SymmetricQuantizeFloats and
// AsymmetricQuantizeFloats, and each step uses the same precision (float or double) as there: it
// decides how values near a tie are rounded.

void sight_quantize_symmetric(const float *values, size_t rows, size_t count, uint8_t flip,
                              int8_t *quantized, float *scales) {
    const sight_row_kernels *kernels = sight_row_kernels_best(sight_current_tier());
    for (size_t row = 0; row < rows; row++, values += count, quantized += count) {
        float least, greatest;
        kernels->extremes(values, count, &least, &greatest);
        const float range = -least > greatest ? -least : greatest;
        scales[row] = range == 0 ? 1 : range / 127;
        const float inverse = range == 0 ? 0 : 127 / range;
        kernels->quantize_scaled(values, count, inverse, 0, -127, flip, quantized);
    }
}

/// Rounds to nearest, ties away from zero; |value| is below 2^31. Adding a little less than a half
/// leaves the number before a tie below the next whole number.
static int32_t rounded(double value) {
    return (int32_t)(value + copysign(0x1.fffffffffffffp-2, value));
}

// How the values of a row become integers.
typedef struct {
    float least, greatest, scale, inverse;
    int32_t offset;
} row_range;

/// Computes the scale, its inverse and the offset of a row from the extremes of the row.
static void choose_scale(row_range *r) {
    r->scale = 1;
    r->offset = 0;
    r->inverse = 0;
    if (r->least == r->greatest)
        return;
    const double least = r->least, greatest = r->greatest, step = (greatest - least) / 255;
    // Each end of the range gives an offset; the one with the smaller rounding error is used.
    const double from_least = -128 - least / step, from_greatest = 127 - greatest / step;
    const double error_least = 128 + fabs(least / step);
    const double error_greatest = 127 + fabs(greatest / step);
    const double zero = error_least < error_greatest ? from_least : from_greatest;
    r->offset = zero > -128 ? (zero < 127 ? rounded(zero) : 127) : -128;
    r->scale = (float)step;
    r->inverse = r->scale == 0 ? 0 : (float)(1.0 / r->scale);
}

void sight_quantize_asymmetric(const float *values, size_t rows, size_t count, uint8_t flip,
                               int8_t *quantized, float *scales, int32_t *offsets) {
    // A processor waits for each quotient of a row; meanwhile it computes those of other rows.
    enum { most = 8 };
    const sight_row_kernels *kernels = sight_row_kernels_best(sight_current_tier());
    for (size_t row = 0; row < rows; row += most) {
        const size_t some = rows - row < most ? rows - row : most;
        row_range ranges[most];
        for (size_t i = 0; i < some; i++)
            kernels->extremes(values + i * count, count, &ranges[i].least, &ranges[i].greatest);
        for (size_t i = 0; i < some; i++)
            choose_scale(&ranges[i]);
        for (size_t i = 0; i < some; i++, values += count, quantized += count) {
            const row_range r = ranges[i];
            kernels->quantize_scaled(values, count, r.inverse, (float)r.offset, -128, flip,
                                     quantized);
            scales[row + i] = r.scale;
            offsets[row + i] = r.offset;
        }
    }
}
