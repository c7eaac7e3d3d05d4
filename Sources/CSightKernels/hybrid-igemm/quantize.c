#include "../isa.h"
#include "sight-hybrid-igemm.h"

#include <math.h>

SIGHT_NO_CONTRACTION

// Both follow TensorFlow Lite's portable SymmetricQuantizeFloats and AsymmetricQuantizeFloats:
// the precision of every step decides which side of a tie a value falls on.

/// The nearest integer in a range, ties away from zero; NaN becomes the least.
static int8_t rounded(float value, float least, float greatest) {
    float nearest = roundf(value);
    nearest = nearest > least ? nearest : least;
    return (int8_t)(nearest < greatest ? nearest : greatest);
}

/// The extremes of the values and zero; NaN is passed over.
static void extremes(const float *values, size_t count, float *least, float *greatest) {
    *least = *greatest = 0;
    for (size_t i = 0; i < count; i++) {
        *least = values[i] < *least ? values[i] : *least;
        *greatest = values[i] > *greatest ? values[i] : *greatest;
    }
}

void sight_quantize_symmetric(const float *values, size_t count, int8_t *quantized, float *scale) {
    float least, greatest;
    extremes(values, count, &least, &greatest);
    float range = -least > greatest ? -least : greatest;
    *scale = range == 0 ? 1 : range / 127;
    float inverse = range == 0 ? 0 : 127 / range;
    for (size_t i = 0; i < count; i++)
        quantized[i] = rounded(values[i] * inverse, -127, 127);
}

void sight_quantize_asymmetric(const float *values, size_t count, int8_t *quantized, float *scale,
                               int32_t *offset) {
    float least, greatest;
    extremes(values, count, &least, &greatest);
    *scale = 1;
    *offset = 0;
    float inverse = 0;
    if (least != greatest) {
        double step = ((double)greatest - (double)least) / 255;
        // The end of the range whose error is smaller gives the offset.
        double from_least = -128 - least / step, from_greatest = 127 - greatest / step;
        double error_least = 128 + fabs(least / step), error_greatest = 127 + fabs(greatest / step);
        double zero = error_least < error_greatest ? from_least : from_greatest;
        *offset = zero > -128 ? (zero < 127 ? (int32_t)round(zero) : 127) : -128;
        *scale = (float)step;
        inverse = *scale == 0 ? 0 : (float)(1.0 / *scale);
    }
    for (size_t i = 0; i < count; i++)
        quantized[i] = rounded((float)*offset + values[i] * inverse, -128, 127);
}
