#ifndef SIGHT_QUANTIZE_H
#define SIGHT_QUANTIZE_H

#include <stddef.h>
#include <stdint.h>

// The float inputs of layers with int8 weights are quantized at run time.

/// Quantizes rows [rows][count] symmetrically: values = scale * q, q in -127...127. The function
/// flips the bits `flip` of each q that it writes.
void sight_quantize_symmetric(const float *values, size_t rows, size_t count, uint8_t flip,
                              int8_t *quantized, float *scales);

/// Quantizes rows [rows][count]: values = scale * (q - offset), q in -128...127. The function flips
/// the bits `flip` of each q that it writes.
void sight_quantize_asymmetric(const float *values, size_t rows, size_t count, uint8_t flip,
                               int8_t *quantized, float *scales, int32_t *offsets);

#endif
