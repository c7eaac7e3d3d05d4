#ifndef SIGHT_REQUANTIZE_H
#define SIGHT_REQUANTIZE_H

#include <stdint.h>

// Requantisation: from 32-bit accumulators to 8-bit outputs. The rounding rule, in this order:
//
//   1. a  = accumulator * 2^left, modulo 2^32
//   2. x  = round(a * multiplier / 2^31), ties upward
//   3. y  = round(x / 2^right), ties away from zero
//   4. out = clamp(y + zero_point, minimum, maximum), the sum taken without wrap
//
// Rounding twice is deliberate: it is what TensorFlow Lite's reference kernels do
// (MultiplyByQuantizedMultiplier), and agreement to the bit comes before accuracy.
// Steps 2 and 3 are one floor:  y = floor((a*m + 2^30 + 2^(30+e) - [a*m < -2^30] 2^31) / 2^(31+e))
// for e = right >= 1, and floor((a*m + 2^30) / 2^31) for e = 0.
//
// multiplier is in 0 ..< 2^31, left and right in 0...31; left or right is zero.

// What all columns of an output share. Multipliers and shifts are packed beside the weights.
typedef struct {
    int32_t zero_point; // of the output
    int32_t minimum;    // smallest output, within the element type
    int32_t maximum;    // largest output, within the element type, not below minimum
    _Bool rectified;    // minimum >= zero_point, every left == 0 and every right >= 1: then what
                        // rounding does to negative values cannot be seen in the output
    _Bool uniform;      // one multiplier and shift for all columns
} sight_requantization;

/// Steps 1 to 3.
int32_t sight_requantize(int32_t accumulator, int32_t multiplier, int32_t left, int32_t right);

/// Steps 1 to 4.
int32_t sight_requantize_clamped(int32_t accumulator, int32_t multiplier, int32_t left,
                                 int32_t right, const sight_requantization *output);

/// The multiplier and shifts of a real scale as TensorFlow Lite derives them (QuantizeMultiplier):
/// scale = multiplier / 2^31 * 2^(left - right). Scales under 2^-32 become zero.
///
/// Returns 0 when the scale is negative, not finite or at least 2^30.
_Bool sight_quantize_multiplier(double scale, int32_t *multiplier, int32_t *left, int32_t *right);

#endif
