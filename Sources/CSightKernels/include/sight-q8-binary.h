#ifndef SIGHT_Q8_BINARY_H
#define SIGHT_Q8_BINARY_H

#include "sight-isa.h"

#include <stddef.h>
#include <stdint.h>

// Sums, products and squared differences of two quantized tensors, element by element.
//
// The elements are bytes; those of sums and products may be int16, too.
//
//   sum      r((a - za) 2^k, factor a) + r((b - zb) 2^k, factor b), requantized by `output`;
//            k is 20 for bytes and 15 for int16
//   product  (a - za)(b - zb), requantized by `output`
//   square   (r((a - za) 2^7, factor a) - r((b - zb) 2^7, factor b))^2, requantized by `output`
//
// r and the last step round twice, as sight_requantize does. Then the zero point is added and the
// result is clamped. Numbers that overflow 32 bits wrap. The results equal those of
// TensorFlow Lite's reference kernels to the bit.

/// A real factor: multiplier / 2^31 * 2^(left - right); left or right is zero. With a negative
/// multiplier the operand is subtracted.
typedef struct {
    int32_t multiplier, left, right;
} sight_q8_factor;

typedef struct {
    int32_t a_zero_point, b_zero_point, output_zero_point;
    sight_q8_factor a, b; // not used by products
    sight_q8_factor output;
    int32_t minimum, maximum; // of the output, within the element type
    _Bool is_signed;          // int8, else uint8; ignored if `is_wide`
    _Bool is_wide;            // int16, else bytes
} sight_q8_binary;

/// Writes `count` elements. An operand with step 0 is one element that is used for all; other
/// operands have `count` elements.
typedef void (*sight_q8_binary_function)(const sight_q8_binary *parameters, const void *a,
                                         size_t a_step, const void *b, size_t b_step, void *output,
                                         size_t count);

/// A sum that is computed in one step from the stored elements:
///
///   clamp(floor((a A + b B + C) / 2^(15 + shift)))
///
/// A, B and C are each 2^15 * `high` + `low`, with `low` in 0 ..< 2^15.
typedef struct {
    int16_t a_high, a_low, b_high, b_low;
    int32_t high, low;
    int32_t shift;            // 0...22
    int32_t minimum, maximum; // of the output, within the element type
    _Bool is_signed;          // int8, else uint8
} sight_q8_short_sum;

/// Writes `count` elements, as a sight_q8_binary_function does.
typedef void (*sight_q8_short_sum_function)(const sight_q8_short_sum *parameters, const void *a,
                                            size_t a_step, const void *b, size_t b_step,
                                            void *output, size_t count);

/// A product that is rounded once, in floats:
///
///   clamp(nearest(p factor + (p rest + bias with the sign of p)) + output zero point)
///
/// p is (a - za)(b - zb). Both multiplications are fused with their additions, and ties are rounded
/// to even.
typedef struct {
    float factor, rest, bias; // `rest` is what `factor` lacks in precision
    int16_t a_zero_point, b_zero_point, output_zero_point;
    int32_t minimum, maximum; // of the output, within the element type
    _Bool is_signed;          // int8, else uint8
} sight_q8_short_product;

/// Writes `count` elements, as a sight_q8_binary_function does.
typedef void (*sight_q8_short_product_function)(const sight_q8_short_product *parameters,
                                                const void *a, size_t a_step, const void *b,
                                                size_t b_step, void *output, size_t count);

typedef struct {
    const char *name;
    sight_tier tier;
    sight_q8_binary_function sum, product;
    sight_q8_binary_function square; // of bytes
    sight_q8_short_sum_function short_sum;
    sight_q8_short_product_function short_product;
} sight_q8_binary_kernels;

/// Makes the short form of a sum, and returns whether both give the same result for all pairs of
/// bytes; the given kernels compute them. If so, the short form can replace the sum; it takes a
/// third of the time. The two may differ where a sum is close to a tie of the last rounding; only
/// left operands with such a sum are compared.
_Bool sight_q8_shorten(const sight_q8_binary *sum, const sight_q8_binary_kernels *kernels,
                       sight_q8_short_sum *short_sum);

/// Does the same and compares all pairs, which takes three times as long.
_Bool sight_q8_shorten_reference(const sight_q8_binary *sum, const sight_q8_binary_kernels *kernels,
                                 sight_q8_short_sum *short_sum);

/// Makes the short form of a product, and returns whether both give the same result for all pairs
/// of bytes. Both never fall when p rises, so only the steps between two results are compared.
_Bool sight_q8_shorten_product(const sight_q8_binary *product,
                               sight_q8_short_product *short_product);

/// All kernels, the reference first.
const sight_q8_binary_kernels *sight_q8_binary_all(size_t *count);

/// The best available kernels of a tier or below.
const sight_q8_binary_kernels *sight_q8_binary_best(sight_tier tier);

#endif
