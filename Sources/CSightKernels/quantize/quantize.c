#include "../isa.h"
#include "sight-quantize.h"
#include "sight-rows.h"

#include <math.h>

SIGHT_NO_CONTRACTION

// The functions follow TensorFlow Lite's portable SymmetricQuantizeFloats and
// AsymmetricQuantizeFloats, and each step uses the same precision (float or double) as there: it
// decides how values near a tie are rounded.

static sight_row_quantization symmetric(float least, float greatest) {
    const float range = -least > greatest ? -least : greatest;
    return (sight_row_quantization){
        .scale = range == 0 ? 1 : range / 127,
        .factor = range == 0 ? 0 : 127 / range,
        .minimum = -127,
    };
}

/// Rounds to nearest, ties away from zero; |value| is below 2^31. Adding a little less than a half
/// leaves the number before a tie below the next whole number.
static int32_t rounded(double value) {
    return (int32_t)(value + copysign(0x1.fffffffffffffp-2, value));
}

static sight_row_quantization asymmetric(float least_value, float greatest_value) {
    sight_row_quantization q = {.scale = 1, .minimum = -128};
    if (least_value == greatest_value)
        return q;
    const double least = least_value, greatest = greatest_value, step = (greatest - least) / 255;
    // Each end of the range gives an offset; the one with the smaller rounding error is used.
    const double from_least = -128 - least / step, from_greatest = 127 - greatest / step;
    const double error_least = 128 + fabs(least / step);
    const double error_greatest = 127 + fabs(greatest / step);
    const double zero = error_least < error_greatest ? from_least : from_greatest;
    q.offset = zero > -128 ? (zero < 127 ? rounded(zero) : 127) : -128;
    q.scale = (float)step;
    q.factor = q.scale == 0 ? 0 : (float)(1.0 / q.scale);
    return q;
}

sight_row_quantization sight_quantization_of_row(float least, float greatest, _Bool is_asymmetric) {
    return is_asymmetric ? asymmetric(least, greatest) : symmetric(least, greatest);
}

void sight_quantize_symmetric(const float *values, size_t rows, size_t count, uint8_t flip,
                              int8_t *quantized, float *scales) {
    const sight_row_kernels *kernels = sight_row_kernels_best(sight_current_tier());
    for (size_t row = 0; row < rows; row++, values += count, quantized += count) {
        float least, greatest;
        kernels->extremes(values, count, &least, &greatest);
        const sight_row_quantization q = symmetric(least, greatest);
        scales[row] = q.scale;
        kernels->quantize_scaled(values, count, q.factor, 0, q.minimum, flip, quantized);
    }
}

void sight_quantize_asymmetric(const float *values, size_t rows, size_t count, uint8_t flip,
                               int8_t *quantized, float *scales, int32_t *offsets) {
    // A processor waits for each quotient of a row; meanwhile it computes those of other rows.
    enum { most = 8 };
    const sight_row_kernels *kernels = sight_row_kernels_best(sight_current_tier());
    for (size_t row = 0; row < rows; row += most) {
        const size_t some = rows - row < most ? rows - row : most;
        float least[most], greatest[most];
        sight_row_quantization quantizations[most];
        for (size_t i = 0; i < some; i++)
            kernels->extremes(values + i * count, count, &least[i], &greatest[i]);
        for (size_t i = 0; i < some; i++)
            quantizations[i] = asymmetric(least[i], greatest[i]);
        for (size_t i = 0; i < some; i++, values += count, quantized += count) {
            const sight_row_quantization q = quantizations[i];
            kernels->quantize_scaled(values, count, q.factor, (float)q.offset, q.minimum, flip,
                                     quantized);
            scales[row + i] = q.scale;
            offsets[row + i] = q.offset;
        }
    }
}
