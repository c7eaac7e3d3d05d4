#ifndef SIGHT_Q8_BINARY_H
#define SIGHT_Q8_BINARY_H

#include "sight-isa.h"

#include <stddef.h>
#include <stdint.h>

// Element by element: sums and products of two quantised tensors.
//
//   sum      r((a - za) 2^20, factor a) + r((b - zb) 2^20, factor b), requantised by `output`
//   product  (a - za)(b - zb), requantised by `output`
//
// r and the last step round twice, as sight_requantize does; then the zero point is added and the
// result clamped; sums that overflow 32 bits wrap. Bit-exact with TensorFlow Lite's reference
// kernels.

/// A real factor: multiplier / 2^31 * 2^(left - right); one of left and right is zero. A negative
/// multiplier makes a sum a difference.
typedef struct {
    int32_t multiplier, left, right;
} sight_q8_factor;

typedef struct {
    int32_t a_zero_point, b_zero_point, output_zero_point;
    sight_q8_factor a, b; // sums only
    sight_q8_factor output;
    int32_t minimum, maximum; // of the output, within the element type
    _Bool is_signed;          // int8, else uint8
} sight_q8_binary;

/// Writes `count` elements; an operand with step 0 is one element for all, else they are `count`.
typedef void (*sight_q8_binary_function)(const sight_q8_binary *parameters, const void *a,
                                         size_t a_step, const void *b, size_t b_step, void *output,
                                         size_t count);

/// A sum in one step, whose elements are taken as they are stored:
///
///   clamp(floor((a A + b B + C) / 2^(15 + shift)))
///
/// A, B and C are 2^15 times `high` plus `low`, which is in 0 ..< 2^15.
typedef struct {
    int16_t a_high, a_low, b_high, b_low;
    int32_t high, low;
    int32_t shift;            // 0...22
    int32_t minimum, maximum; // of the output, within the element type
    _Bool is_signed;          // int8, else uint8
} sight_q8_short_sum;

/// As sight_q8_binary_function.
typedef void (*sight_q8_short_sum_function)(const sight_q8_short_sum *parameters, const void *a,
                                            size_t a_step, const void *b, size_t b_step,
                                            void *output, size_t count);

typedef struct {
    const char *name;
    sight_tier tier;
    sight_q8_binary_function sum, product;
    sight_q8_short_sum_function short_sum;
} sight_q8_binary_kernels;

/// Makes the short form of a sum; returns whether it gives the same for all pairs of elements,
/// which the given kernels are asked: where it does, it is as good and takes a third of the time.
/// Sums that come close to a tie of the last rounding may differ.
_Bool sight_q8_shorten(const sight_q8_binary *sum, const sight_q8_binary_kernels *kernels,
                       sight_q8_short_sum *short_sum);

/// All kernels, the reference first.
const sight_q8_binary_kernels *sight_q8_binary_all(size_t *count);

/// The fastest available kernels of a tier or below.
const sight_q8_binary_kernels *sight_q8_binary_best(sight_tier tier);

#endif
