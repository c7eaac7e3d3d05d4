#ifndef SIGHT_QUANTIZE_H
#define SIGHT_QUANTIZE_H

#include <stddef.h>
#include <stdint.h>

// The float inputs of layers with int8 weights are quantized at run time.

// How the floats of a row become integers: value = scale * (q - offset).
typedef struct {
    float scale;
    float factor;   // q is value * factor + offset, rounded to nearest, ties away from zero
    int32_t offset; // 0 if symmetric
    float minimum;  // of q: -128, or -127 if symmetric; the maximum is 127
} sight_row_quantization;

/// Chooses the quantization of a row from the least and the greatest of its values and zero.
sight_row_quantization sight_quantization_of_row(float least, float greatest, _Bool is_asymmetric);

/// Quantizes rows [rows][count] symmetrically: values = scale * q, q in -127...127. The function
/// flips the bits `flip` of each q that it writes.
void sight_quantize_symmetric(const float *values, size_t rows, size_t count, uint8_t flip,
                              int8_t *quantized, float *scales);

/// Quantizes rows [rows][count]: values = scale * (q - offset), q in -128...127. The function flips
/// the bits `flip` of each q that it writes.
void sight_quantize_asymmetric(const float *values, size_t rows, size_t count, uint8_t flip,
                               int8_t *quantized, float *scales, int32_t *offsets);

#endif
