#ifndef SIGHT_ROWS_H
#define SIGHT_ROWS_H

#include <stddef.h>
#include <stdint.h>

#include "sight-isa.h"

// Loops over rows of elements that are worth a processor's widest registers. All tiers compute the
// same to the bit: no product is fused with a sum.

/// Where an output row or column lies between two of the input's.
typedef struct {
    int64_t lower, upper; // the two neighbours
    float fraction;       // distance from `lower`, in input pixels
    int32_t steps;        // the same in units of 2^-10
} sight_sample_point;

/// One output row of a bilinear resize.
typedef struct {
    const void *upper, *lower; // input rows [width][channels]
    float fraction;            // of the lower row
    size_t width, channels;
    const sight_sample_point *columns; // [count]
    size_t count;                      // output pixels
    float *scratch;                    // 2 * (width * channels + sight_row_slack) floats
    void *output;                      // [count][channels]
} sight_bilinear_row;

/// How sums [rows][columns] become floats.
typedef struct {
    const int32_t *weight_sums; // [columns]
    int32_t offset;
    const float *scales; // [columns]
    const float *biases; // [columns]
    float scale;
    float minimum, maximum;
} sight_sum_scaling;

// Elements that kernels may read and write past the end of scratch rows.
enum { sight_row_slack = 16 };

typedef struct {
    const char *name;
    sight_tier tier;

    /// ((a (1-fy)) (1-fx) + (b fy) (1-fx) + (c (1-fy)) fx + (d fy) fx for the corners a and b of
    /// the left, c and d of the right column, summed in this order.
    void (*bilinear_f32)(const sight_bilinear_row *row);

    /// The same; half is added and the sum is cut to an integer.
    void (*bilinear_u8)(const sight_bilinear_row *row);

    /// values / scale to the nearest, ties away from zero, plus the zero point, saturated to int8
    /// or uint8; NaN becomes 0.
    void (*quantize)(const float *values, size_t count, float scale, float zero_point,
                     _Bool is_signed, void *quantized);

    /// The extremes of the values and zero; NaN is passed over.
    void (*extremes)(const float *values, size_t count, float *least, float *greatest);

    /// zero + values * factor to the nearest, ties away from zero, in least...127; NaN becomes the
    /// least.
    void (*quantize_scaled)(const float *values, size_t count, float factor, float zero,
                            float least, int8_t *quantized);

    /// x where it is not negative, else x times the channel's slope. [rows][channels]
    void (*prelu)(const float *values, const float *slopes, size_t rows, size_t channels,
                  float *output);

    /// Sums of products of int8 with their corrections, as floats in the same place:
    /// clamp((float)(sum - offset * weight_sums[n]) * scales[n] * scale + biases[n])
    void (*scale_sums)(void *sums, size_t rows, size_t columns, const sight_sum_scaling *scaling);

    /// The index of the first greatest byte, or least, of each row [rows][count]; bytes are flipped
    /// by `flip` before they are compared as uint8. count is in 1...256.
    void (*extreme)(const uint8_t *values, size_t rows, size_t count, uint8_t flip,
                    int32_t *indices);
} sight_row_kernels;

/// All kernels, the reference first.
const sight_row_kernels *const *sight_row_kernels_all(size_t *count);

/// The best kernels that are available and not above a tier.
const sight_row_kernels *sight_row_kernels_best(sight_tier tier);

#endif
